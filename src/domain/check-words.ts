import type { CheckName } from './check.ts';

/** What stands in front of a check's issues, so that the developer knows which check spoke (contract 8.3, 8.5). */
export const CHECK_WORDS: Readonly<Record<CheckName, string>> = {
  tests: 'tests',
  lint: 'lint',
  security_scan: 'security',
  pr_comments: 'pr',
  stale_diff: 'stale',
  adversarial_review: 'review',
  quality_gate: 'quality gate',
};

/** How an issue begins that tells of something nobody could look at. */
export const NOT_JUDGED = 'not judged: ';
