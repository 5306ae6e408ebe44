import { LOOKING_CHECKS, type Outcome, type Outcomes } from './check.ts';
import { CHECK_WORDS } from './check-words.ts';
import { holds } from './harmless-skips.ts';
import type { ValidationPlan } from './plan.ts';
import { judgeQualityGate, scoreOutcomes } from './quality-gate.ts';
import type { ReviewResult, Score } from './verdict.ts';

/** What a set of outcomes comes to. `judged` says whether something was really found wanting, or nothing at all. */
export interface Weighing {
  verdict: ReviewResult['verdict'];
  judged: boolean;
  score: Score;
  gate: Outcome;
}

/**
 * The one rule of the program: approved only where every check holds and the quality gate passed. Total over all outcomes.
 * `stopped` says why nothing more was looked at; it rules an approval out.
 */
export function weighOutcomes(
  outcomes: Outcomes,
  { threshold, weights }: ValidationPlan['gate'],
  stopped?: string,
): Weighing {
  const score = scoreOutcomes(outcomes, weights);
  const gate = judgeGate(outcomes, judgeQualityGate(score, threshold), stopped);
  const approved = LOOKING_CHECKS.every((check) => holds(check, outcomes[check])) && gate.status === 'passed';
  const foundWanting = [...LOOKING_CHECKS.map((check) => outcomes[check]), gate].some(
    ({ status }) => status === 'failed',
  );
  return { verdict: approved ? 'approved' : 'rejected', judged: approved || foundWanting, score, gate };
}

/** A low score that comes from what nobody could see is not the change's fault, and so not a failure. */
function judgeGate(outcomes: Outcomes, gate: Outcome, stopped: string | undefined): Outcome {
  if (stopped !== undefined) return { status: 'unjudged', because: stopped };
  const all = LOOKING_CHECKS.map((check) => outcomes[check]);
  if (all.some((outcome) => outcome.status === 'skipped' && outcome.because === 'earlier_exit'))
    return { status: 'skipped', because: 'earlier_exit' };
  if (gate.status !== 'failed' || all.some(({ status }) => status === 'failed')) return gate;
  const unseen = LOOKING_CHECKS.filter((check) => !holds(check, outcomes[check]));
  if (unseen.length === 0) return gate;
  return {
    status: 'unjudged',
    because: `the score lacks what could not be judged: ${unseen.map((check) => CHECK_WORDS[check]).join(', ')}`,
  };
}
