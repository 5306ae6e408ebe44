import { LOOKING_CHECKS, type CheckName, type LookingCheck, type Outcome, type Outcomes } from '../domain/check.ts';
import type { VerdictEvidence } from '../domain/decide-verdict.ts';
import type { Change, CheckoutSource, ValidationPlan } from '../domain/plan.ts';
import type { Vote } from '../domain/review-panel.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { activitiesOf, type CheckActivities } from './check-activities.ts';
import type { Progress } from './progress.ts';

/** One validation in the making: what is known of it so far, and nothing that is not in the history. */
export interface Run {
  readonly workItem: WorkItem;
  readonly plan: ValidationPlan;
  readonly source: CheckoutSource;
  readonly progress: Progress;
  readonly activities: CheckActivities;
  /** What is judged; `null` until the checkout is there. */
  change: Change | null;
  votes: Vote[];
  /** The head, read once more at the moment of the verdict. */
  atVerdict?: Outcome;
  outcomeOf: (check: LookingCheck) => Outcome | undefined;
  record: (check: LookingCheck, outcome: Outcome, durationMs: number) => void;
  /** Ends the looking for a reason that is nobody's finding: what was not looked at by now stays unjudged. */
  stop: (because: string) => void;
  evidence: () => VerdictEvidence;
}

export function openRun(opening: Pick<Run, 'workItem' | 'plan' | 'source' | 'progress'>): Run {
  const outcomes: Partial<Outcomes> = {};
  const durationsMs: Partial<Record<CheckName, number>> = {};
  let stopped: string | undefined;
  const run: Run = {
    ...opening,
    activities: activitiesOf(opening.plan),
    change: null,
    votes: [],
    outcomeOf: (check) => outcomes[check],
    record: (check, outcome, durationMs) => {
      outcomes[check] = outcome;
      durationsMs[check] = durationMs;
    },
    stop: (because) => {
      stopped ??= because;
    },
    evidence: () => ({
      plan: run.plan,
      outcomes: complete(outcomes, stopped),
      votes: run.votes,
      durationsMs,
      change: run.change,
      atVerdict: run.atVerdict,
      stopped,
    }),
  };
  return run;
}

/** A check without an outcome was never looked at: it counts as unjudged, whatever the reason. */
function complete(outcomes: Partial<Outcomes>, stopped: string | undefined): Outcomes {
  const because = stopped ?? 'the run ended before it was looked at';
  const entries = LOOKING_CHECKS.map((check) => [check, outcomes[check] ?? { status: 'unjudged', because }]);
  return Object.fromEntries(entries) as Outcomes;
}
