import { LOOKING_CHECKS, type LookingCheck, type Outcome, type Outcomes } from './check.ts';
import { holds } from './harmless-skips.ts';
import type { ValidationPlan } from './plan.ts';
import { weighOutcomes } from './weigh-outcomes.ts';

/** A change of outcomes, found by weighing again, that turns the verdict round. `threshold` stands where that had to give way too. */
export interface Flip {
  checks: LookingCheck[];
  to: 'passed' | 'failed';
  threshold?: number;
}

const PASSED: Outcome = { status: 'passed', score: 1 };
const FAILED: Outcome = { status: 'failed', score: 0, issues: ['it failed'] };

/**
 * What would turn the verdict, each way tried by weighing the outcomes again with those checks changed and nothing else.
 * Empty where nothing that a check could say would: the run was stopped.
 */
export function findFlips(outcomes: Outcomes, gate: ValidationPlan['gate'], stopped?: string): Flip[] {
  const { verdict } = weighOutcomes(outcomes, gate, stopped);
  return verdict === 'approved' ? findRejections(outcomes, gate) : findApprovals(outcomes, gate, stopped);
}

/** Any one check that looked could have rejected. */
function findRejections(outcomes: Outcomes, gate: ValidationPlan['gate']): Flip[] {
  return LOOKING_CHECKS.filter((check) => outcomes[check].status === 'passed')
    .filter((check) => weighOutcomes({ ...outcomes, [check]: FAILED }, gate).verdict === 'rejected')
    .map((check) => ({ checks: [check], to: 'failed' }));
}

/** Every check that stands in the way would have to pass; the score may stand in the way even then. */
function findApprovals(outcomes: Outcomes, gate: ValidationPlan['gate'], stopped: string | undefined): Flip[] {
  const checks = LOOKING_CHECKS.filter((check) => !holds(check, outcomes[check]));
  const healed = checks.reduce<Outcomes>((sofar, check) => ({ ...sofar, [check]: PASSED }), outcomes);
  const weighing = weighOutcomes(healed, gate, stopped);
  if (weighing.verdict === 'approved') return [{ checks, to: 'passed' }];
  const threshold = weighing.score.aggregate;
  if (weighOutcomes(healed, { ...gate, threshold }, stopped).verdict === 'approved')
    return [{ checks, to: 'passed', threshold }];
  return [];
}
