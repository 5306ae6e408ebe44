import type { LookingCheck } from './check.ts';
import type { ReviewResult } from './verdict.ts';

/** The answer to the `progress` query: plain JSON, safe to show. */
export interface ValidationProgress {
  /** Title, repository, pull request and attempt in one line; `null` until the work item is admitted. */
  title: string | null;
  state: 'admitting' | 'checking' | 'decided';
  checks: CheckProgress[];
  /** `null` until there is a verdict. */
  review: ReviewResult | null;
}

export interface CheckProgress {
  check: LookingCheck;
  state: 'waiting' | 'running' | 'passed' | 'failed' | 'skipped' | 'unjudged';
  /** ISO 8601. */
  started_at?: string;
  ended_at?: string;
  /** Why it was skipped or unjudged. */
  because?: string;
  /** How many issues it found. */
  issues?: number;
}
