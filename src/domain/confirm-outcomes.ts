import type { LookingCheck, Outcome, Outcomes } from './check.ts';
import { judgeReview } from './judge-review.ts';
import type { ValidationPlan } from './plan.ts';
import { isShare } from './quality-gate.ts';
import type { Vote } from './review-panel.ts';

/** What a verdict is decided from: the plan, and what the run recorded. */
export interface Recorded {
  plan: ValidationPlan;
  outcomes: Outcomes;
  votes: readonly Vote[];
  /** The stale diff check once more, at the moment of the verdict. */
  atVerdict?: Outcome;
}

/**
 * Holds each outcome against the plan and the votes, and keeps only what they bear out: a check that was asked to look cannot have been
 * skipped, a review cannot have passed without the vote of every seat. A disagreement is never settled in the change's favour.
 */
export function confirmOutcomes(recorded: Recorded): Outcomes {
  const { plan, outcomes } = recorded;
  const confirm = (check: LookingCheck): Outcome => confirmScore(confirmSkip(outcomes[check], plan.checks[check]));
  return {
    tests: confirm('tests'),
    lint: confirm('lint'),
    security_scan: confirm('security_scan'),
    pr_comments: plan.pullRequestMissing ? missingPullRequest() : confirm('pr_comments'),
    stale_diff: confirmHead(confirm('stale_diff'), recorded.atVerdict),
    adversarial_review: confirmReview(confirm('adversarial_review'), recorded),
  };
}

function confirmSkip(outcome: Outcome, planned: ValidationPlan['checks'][LookingCheck]): Outcome {
  if (outcome.status !== 'skipped' || outcome.because === 'earlier_exit') return outcome;
  if (!planned.asked && planned.because === outcome.because) return outcome;
  return { status: 'unjudged', because: `it was skipped (${outcome.because}) although nobody asked for that` };
}

function confirmScore(outcome: Outcome): Outcome {
  if (outcome.status !== 'passed' || isShare(outcome.score)) return outcome;
  return { status: 'unjudged', because: 'its score is not a number between 0 and 1' };
}

function missingPullRequest(): Outcome {
  const issue = 'the work item names no pull request, and fleet.validation.require_pull_request asks for one';
  return { status: 'failed', score: 0, issues: [issue] };
}

/** The later look at the head replaces the earlier one, unless the earlier one already failed or could not see. */
function confirmHead(earlier: Outcome, later: Outcome | undefined): Outcome {
  if (later === undefined || later.status === 'passed' || later.status === 'skipped') return earlier;
  if (earlier.status === 'failed' || (earlier.status === 'unjudged' && later.status === 'unjudged')) return earlier;
  return later;
}

function confirmReview(outcome: Outcome, { plan, votes }: Recorded): Outcome {
  if (outcome.status !== 'passed') return outcome;
  const voted = judgeReview(votes);
  if (voted.status !== 'passed') return voted;
  if (plan.panel.kind === 'not-seated') return { status: 'unjudged', because: plan.panel.because };
  const missing = plan.panel.seats.filter(({ seat }) => !votes.some((vote) => vote.seat === seat));
  if (missing.length === 0) return outcome;
  return { status: 'unjudged', because: `${missing.length} of ${plan.panel.seats.length} reviewers did not vote` };
}
