import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgeReview } from '../../src/domain/judge-review.ts';
import type { Vote } from '../../src/domain/review-panel.ts';

const seat = (number: number) => ({
  seat: number,
  capability: 'basic' as const,
  provider: 'prov',
  model: `m${number}`,
});
const approve: Vote = { ...seat(1), kind: 'approve' };
const reject: Vote = { ...seat(2), kind: 'reject', issues: ['[high] lib/a.rb: negative totals round the wrong way'] };
const silent: Vote = { ...seat(3), kind: 'no-answer', because: 'timed out' };

describe('judgeReview, ways to pass by accident', () => {
  it('is not judged when nobody voted', () => {
    expect(judgeReview([])).toMatchObject({ status: 'unjudged', because: 'no reviewer voted' });
  });

  it('is not judged when one of three gives no answer', () => {
    expect(judgeReview([approve, approve, silent])).toMatchObject({
      status: 'unjudged',
      because: 'reviewer 3 (prov m3) gave no answer: timed out',
    });
  });

  it('fails on a single dissent, and hears it beside a silent seat', () => {
    expect(judgeReview([silent, reject, approve])).toMatchObject({
      status: 'failed',
      score: 0,
      issues: ['[high] lib/a.rb: negative totals round the wrong way'],
    });
  });

  it('fails on a dissent that does not say why', () => {
    expect(judgeReview([{ ...reject, issues: [' '] }])).toMatchObject({
      status: 'failed',
      issues: ['reviewer 2 (prov m2) rejected the change without saying why'],
    });
  });

  it('is not judged on a vote of a kind that it does not know', () => {
    expect(judgeReview([approve, { ...approve, kind: 'abstain' } as unknown as Vote]).status).toBe('unjudged');
  });
});

describe('judgeReview', () => {
  it('passes when all approve, with what they remarked and where their replies are', () => {
    const evidence = [{ title: 'reply', digest: `sha256:${'0'.repeat(64)}`, bytes: 3 }];
    const outcome = judgeReview([approve, { ...approve, notes: ['consider a test'], evidence }]);
    expect(outcome).toEqual({ status: 'passed', score: 1, notes: ['reviewer 1 (prov m1): consider a test'], evidence });
  });

  it('passes only a panel of approvals, in whatever order the votes come', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(approve, reject, silent)), (votes) => {
        const expected = votes.some((vote) => vote.kind === 'reject')
          ? 'failed'
          : votes.length > 0 && votes.every((vote) => vote.kind === 'approve')
            ? 'passed'
            : 'unjudged';
        expect(judgeReview(votes).status).toBe(expected);
      }),
    );
  });
});
