import { describe, expect, it } from '@jest/globals';
import type { Outcome } from '../../src/domain/check.ts';
import { failing, PASS } from './outcomes.ts';
import { testGate } from './test-gate.ts';

const gate = testGate();

/** Lets go only when all `parties` have come: one after the other they would wait for ever. */
function meeting(parties: number): () => Promise<Outcome> {
  let come = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    come += 1;
    if (come === parties) open();
    await all;
    return PASS;
  };
}

describe('the order of the checks', () => {
  it('is tests, lint and scan at the same time, then comments, head, reviewers, and the head once more', async () => {
    const look = meeting(3);
    const { run, pipeline } = await gate.judge({
      activities: { runTests: look, runLint: look, scanSecurity: look },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'approved', judged: true, score: { aggregate: 1 } });
    const order = run.order();
    expect(order.slice(0, 2)).toEqual(['admitWorkItem', 'prepareCheckout']);
    expect(order.slice(2, 5).sort()).toEqual(['runLint', 'runTests', 'scanSecurity']);
    expect(order.slice(5)).toEqual([
      'readPrComments',
      'comparePrHead',
      'askReviewer',
      'askReviewer',
      'askReviewer',
      'comparePrHead',
      'releaseCheckout',
      'recordVerdict',
    ]);
  });

  it('asks the reviewers at the same time', async () => {
    const meet = meeting(3);
    const { pipeline } = await gate.judge({
      activities: {
        askReviewer: async ({ seat }) => {
          await meet();
          return { ...seat, kind: 'approve' };
        },
      },
    });
    expect(pipeline.review_result.reviewers.map(({ seat, vote }) => [seat, vote])).toEqual([
      [1, 'approve'],
      [2, 'approve'],
      [3, 'approve'],
    ]);
  });

  it('waits for the slowest of the first three before it reads a comment', async () => {
    const { run } = await gate.judge({
      activities: { runTests: () => new Promise((resolve) => setTimeout(() => resolve(PASS), 400)) },
    });
    const tests = run.calls.find(({ activity }) => activity === 'runTests');
    const comments = run.calls.find(({ activity }) => activity === 'readPrComments');
    expect(comments!.startedMs).toBeGreaterThanOrEqual(tests!.endedMs!);
  });

  it('looks on after failing tests, so that the developer hears of everything at once', async () => {
    const { run, pipeline } = await gate.judge({
      activities: { runTests: failing('1 of 12 tests failed'), runLint: failing('a.rb:3: Lint/UselessAssignment') },
    });
    expect(run.order().filter((name) => name === 'askReviewer')).toHaveLength(3);
    expect(pipeline.review_result.issues).toEqual([
      'tests: 1 of 12 tests failed',
      'lint: a.rb:3: Lint/UselessAssignment',
      'quality gate: the score 0.475 is under the threshold 0.8',
    ]);
  });
});

describe('an early exit', () => {
  it('at an open comment asks neither for the head nor any reviewer', async () => {
    const { run, pipeline } = await gate.judge({ activities: { readPrComments: failing('maria: why not half-up?') } });
    expect(run.order()).not.toContain('comparePrHead');
    expect(run.order()).not.toContain('askReviewer');
    expect(pipeline.review_result).toMatchObject({
      verdict: 'rejected',
      judged: true,
      reviewers: [],
      checks: [
        { check: 'tests', status: 'passed' },
        { check: 'lint', status: 'passed' },
        { check: 'security_scan', status: 'passed' },
        { check: 'pr_comments', status: 'failed' },
        { check: 'stale_diff', status: 'skipped', because: 'earlier_exit' },
        { check: 'adversarial_review', status: 'skipped', because: 'earlier_exit' },
        { check: 'quality_gate', status: 'skipped', because: 'earlier_exit' },
      ],
    });
    expect(pipeline.review_result.issues).toHaveLength(1);
  });

  it('at a head that moved asks no reviewer', async () => {
    const { run, pipeline } = await gate.judge({
      activities: { comparePrHead: failing('the head is another commit') },
    });
    expect(run.order()).not.toContain('askReviewer');
    expect(run.order().filter((name) => name === 'comparePrHead')).toHaveLength(1);
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
    expect(pipeline.review_result.checks.slice(4)).toMatchObject([
      { status: 'failed' },
      { status: 'skipped', because: 'earlier_exit' },
      { status: 'skipped', because: 'earlier_exit' },
    ]);
  });
});

describe('the head at the verdict', () => {
  it('rejects a change whose head moved while the reviewers read it', async () => {
    let looks = 0;
    const { pipeline } = await gate.judge({
      activities: {
        comparePrHead: () => {
          looks += 1;
          return looks === 1 ? Promise.resolve(PASS) : failing('the head is another commit')();
        },
      },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
    expect(pipeline.review_result.checks[4]).toMatchObject({ check: 'stale_diff', status: 'failed' });
    expect(pipeline.review_result.reviewers).toHaveLength(3);
  });

  it('that cannot be read again is not judged, though it was right before', async () => {
    let looks = 0;
    const { pipeline } = await gate.judge({
      activities: {
        comparePrHead: () => {
          looks += 1;
          return Promise.resolve(looks === 1 ? PASS : { status: 'unjudged', because: 'the forge gives no answer' });
        },
      },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: false });
    expect(pipeline.review_result.issues).toEqual(['not judged: stale: the forge gives no answer']);
  });
});
