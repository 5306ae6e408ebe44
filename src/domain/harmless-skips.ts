import type { LookingCheck, Outcome, SkipReason } from './check.ts';

/** Reasons for which each check may be skipped and the change still be approved: somebody asked for it. */
const HARMLESS_SKIPS: Readonly<Record<LookingCheck, readonly SkipReason[]>> = {
  tests: ['disabled'],
  lint: ['disabled'],
  security_scan: ['disabled'],
  pr_comments: ['disabled', 'no_pull_request'],
  stale_diff: ['disabled'],
  adversarial_review: ['disabled', 'no_reviewers'],
};

/** Whether a check stands in nobody's way: it passed, or it was asked not to look. */
export function holds(check: LookingCheck, outcome: Outcome): boolean {
  return outcome.status === 'passed' || isHarmlessSkip(check, outcome);
}

/** An early exit is never harmless: it says that nobody looked any more. */
export function isHarmlessSkip(check: LookingCheck, outcome: Outcome): boolean {
  return outcome.status === 'skipped' && HARMLESS_SKIPS[check].includes(outcome.because);
}
