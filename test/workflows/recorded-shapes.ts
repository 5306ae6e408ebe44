import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { CommitMissing } from '../../src/sandbox/checkout-errors.ts';
import type { EvidenceReference, Outcome } from '../../src/domain/check.ts';
import type { Shape } from '../replay/shapes.ts';
import { failing, lostOnLastAttempt, PASS, untilCancelled } from './outcomes.ts';
import type { RunOptions } from './test-gate.ts';

const SUITE_OUTPUT = { title: 'test output', digest: `sha256:${'5e'.repeat(32)}`, bytes: 4_812 };
const TESTS_FAILED: Outcome = {
  status: 'failed',
  score: 0.9167,
  issues: ['1 of 12 tests failed: LedgerKit::Split keeps the cent (spec/split_spec.rb:18): expected 5.03, got 5.02'],
  evidence: [SUITE_OUTPUT],
};
const LINT_FAILED = failing('lib/ledger_kit/split.rb:7: Lint/UselessAssignment: Useless assignment to variable - rest');
const HEAD_MOVED: Outcome = {
  status: 'failed',
  score: 0,
  issues: [`the head of pull request #331 is ${'7'.repeat(40)}, not the judged ${'9'.repeat(40)}`],
};

function headMovesAfter(looks: number) {
  let looked = 0;
  return () => Promise.resolve((looked += 1) > looks ? HEAD_MOVED : PASS);
}

/** Longer than a workflow task may take: else a run that asks nothing would be over within one, and a replay prove little. */
async function onASlowDisk(): Promise<EvidenceReference> {
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  return { title: 'result', digest: `sha256:${'7e'.repeat(32)}`, bytes: 7_020 };
}

/** What happens in a run of each shape. A new shape does not compile until it is recorded here. */
export const RECORDED: Record<Shape, () => RunOptions> = {
  'all-checks-pass': () => ({ searchAttributes: ['LexVerdict', 'LexScore', 'LexRepository', 'LexAttempt'] }),
  'checks-fail': () => ({ activities: { runTests: () => Promise.resolve(TESTS_FAILED), runLint: LINT_FAILED } }),
  'comments-end-the-run': () => ({
    activities: { readPrComments: failing('maria, lib/ledger_kit/split.rb:7: why not half-up?') },
  }),
  'stale-head-ends-the-run': () => ({ activities: { comparePrHead: headMovesAfter(0) } }),
  'head-moves-at-the-verdict': () => ({ activities: { comparePrHead: headMovesAfter(1) } }),
  'a-reviewer-times-out': () => ({
    activities: {
      askReviewer: ({ seat }) =>
        seat.seat === 2 ? lostOnLastAttempt() : Promise.resolve({ ...seat, kind: 'approve' }),
    },
  }),
  'not-judged': () => ({
    activities: {
      runTests: () => Promise.reject(ApplicationFailure.nonRetryable('no space left on device', 'ENOSPC')),
    },
  }),
  'checkout-fails': () => ({
    activities: { prepareCheckout: () => Promise.reject(new CommitMissing('the branch is not on the remote')) },
  }),
  'deadline-passes': () => ({ plan: { limits: { runMs: 2_000 } }, activities: { runTests: untilCancelled } }),
  'validation-off': () => ({
    item: { config: { validation: { enabled: false } } },
    activities: { recordVerdict: onASlowDisk },
  }),
  'developer-missing': () => ({
    activities: { runLint: LINT_FAILED },
    developer: { workflow_id: `develop/${randomUUID()}` },
  }),
  'somebody-cancels': () => ({ activities: { runTests: untilCancelled } }),
};
