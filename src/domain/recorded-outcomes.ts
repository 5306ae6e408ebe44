import type { CheckName, LookingCheck, Outcome, Outcomes, SkipReason } from './check.ts';
import type { CheckResult, ReviewResult } from './verdict.ts';

/** The outcomes as a review result recorded them, to be weighed again. */
export function readOutcomes({ checks }: ReviewResult): Outcomes {
  const read = (check: LookingCheck): Outcome => readOutcome(checks, check);
  return {
    tests: read('tests'),
    lint: read('lint'),
    security_scan: read('security_scan'),
    pr_comments: read('pr_comments'),
    stale_diff: read('stale_diff'),
    adversarial_review: read('adversarial_review'),
  };
}

/** One check's outcome; a check that the result does not hold was never judged. */
export function readOutcome(checks: readonly CheckResult[], check: CheckName): Outcome {
  const result = checks.find((line) => line.check === check);
  if (result === undefined) return { status: 'unjudged', because: 'the result does not hold it' };
  const { status, score, issues, because = '' } = result;
  switch (status) {
    case 'passed':
      return { status, score };
    case 'failed':
      return { status, score, issues };
    case 'unjudged':
      return { status, because };
    case 'skipped':
      return { status, because: toSkipReason(because) };
  }
}

/** Anything unknown counts as cut off, which approves nothing. */
function toSkipReason(because: string): SkipReason {
  return because === 'disabled' || because === 'no_pull_request' || because === 'no_reviewers'
    ? because
    : 'earlier_exit';
}
