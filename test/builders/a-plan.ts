import type { Outcome, Outcomes } from '../../src/domain/check.ts';
import type { Change, ValidationPlan } from '../../src/domain/plan.ts';
import type { Vote } from '../../src/domain/review-panel.ts';

const HEAD = '9c1f0be2'.padEnd(40, '0');
const BASE = '41d7c0e5'.padEnd(40, '0');

/** The defaults of the fleet, three seats, every check asked to look. */
export function aPlan(overrides: Partial<ValidationPlan> = {}): ValidationPlan {
  const asked = { asked: true } as const;
  return {
    enabled: true,
    attempt: 0,
    checks: {
      tests: asked,
      lint: asked,
      security_scan: asked,
      pr_comments: asked,
      stale_diff: asked,
      adversarial_review: asked,
    },
    pullRequestMissing: false,
    gate: { threshold: 0.8, weights: { completeness: 0.35, correctness: 0.35, quality: 0.2, security: 0.1 } },
    panel: {
      kind: 'seated',
      seats: [
        { seat: 1, capability: 'basic', provider: 'prov-2', model: 'model-c' },
        { seat: 2, capability: 'moderate', provider: 'prov-3', model: 'model-d' },
        { seat: 3, capability: 'reasoning', provider: 'prov-2', model: 'model-e' },
      ],
    },
    excludedModels: [],
    limits: { runMs: 1, installMs: 1, testsMs: 1, lintMs: 1, scanMs: 1, reviewerMs: 1 },
    allowNoTests: false,
    sandbox: 'preferred',
    searchAttributes: [],
    notes: [],
    node: 'w3',
    ...overrides,
  };
}

/** An approval from every seat of the plan. */
export function approvals(plan: ValidationPlan = aPlan()): Vote[] {
  return plan.panel.kind === 'seated' ? plan.panel.seats.map((seat) => ({ ...seat, kind: 'approve' as const })) : [];
}

export const PASSED: Outcome = { status: 'passed', score: 1 };

/** Six outcomes, all passed but those that are given. */
export function outcomes(overrides: Partial<Outcomes> = {}): Outcomes {
  return {
    tests: PASSED,
    lint: PASSED,
    security_scan: PASSED,
    pr_comments: PASSED,
    stale_diff: PASSED,
    adversarial_review: PASSED,
    ...overrides,
  };
}

export function aChange(): Change {
  return {
    source: {
      cloneUrl: 'file:///somewhere',
      branch: 'fleet/fix-ledger-kit-318',
      prNumber: 331,
      defaultBranch: 'main',
      headSha: HEAD,
    },
    headSha: HEAD,
    baseSha: BASE,
    fileCount: 1,
    files: [{ path: 'lib/ledger_kit/split.rb', change: 'modified', oldMode: '100644', newMode: '100644' }],
  };
}
