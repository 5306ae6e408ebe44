import { CHECKS } from './check.ts';
import { boundNotes, toCheckResult } from './check-result.ts';
import type { ValidationPlan } from './plan.ts';
import type { ReviewResult } from './verdict.ts';

/**
 * The answer to `config.validation.enabled: false` (contract 9.3): approved at once, all dimensions 1.0, each check recorded as
 * switched off, and a note that says that nobody looked. A plan that wants validation gets a rejection, never this approval.
 */
export function approveWithoutChecks(plan: ValidationPlan): ReviewResult {
  const off = !plan.enabled;
  const issues = off ? [] : ['not judged: validation is switched on, yet no check was asked to look'];
  const share = off ? 1 : 0;
  return {
    verdict: off ? 'approved' : 'rejected',
    score: { completeness: share, correctness: share, quality: share, security: share, aggregate: share },
    issues,
    merged_feedback: issues,
    judged: off,
    checks: CHECKS.map((check) =>
      toCheckResult(check, { status: 'skipped', because: off ? 'disabled' : 'earlier_exit' }, [], 0),
    ),
    head_sha: null,
    base_sha: null,
    reviewers: [],
    notes: boundNotes([...(off ? ['validation is switched off: no check looked at this change'] : []), ...plan.notes]),
  };
}
