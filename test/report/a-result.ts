import type { CheckResult, ReviewResult } from '../../src/domain/verdict.ts';

/** A rejected review, with what a test says instead. */
export function aReview(overrides: Partial<ReviewResult> = {}): ReviewResult {
  return {
    verdict: 'rejected',
    score: { completeness: 0.5, correctness: 1, quality: 1, security: 1, aggregate: 0.825 },
    issues: ['tests: 1 of 2 tests failed'],
    merged_feedback: ['tests: 1 of 2 tests failed'],
    judged: true,
    checks: [
      aCheck({ check: 'tests', status: 'failed', score: 0.5, issues: ['1 of 2 tests failed'], duration_ms: 1_240 }),
      aCheck({ check: 'lint' }),
      aCheck({ check: 'pr_comments', status: 'skipped', because: 'no_pull_request' }),
      aCheck({ check: 'adversarial_review', status: 'unjudged', score: 0, because: 'seat 2 gave no answer' }),
      aCheck({ check: 'quality_gate', score: 0.825 }),
    ],
    head_sha: 'a'.repeat(40),
    base_sha: 'b'.repeat(40),
    reviewers: [],
    gate: { threshold: 0.8, weights: { completeness: 0.35, correctness: 0.35, quality: 0.2, security: 0.1 } },
    notes: [],
    ...overrides,
  };
}

function aCheck(overrides: Partial<CheckResult> & Pick<CheckResult, 'check'>): CheckResult {
  return { status: 'passed', score: 1, issues: [], duration_ms: 0, ...overrides };
}
