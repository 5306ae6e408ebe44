import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LookingCheck, Outcome } from '../../src/domain/check.ts';
import { judgeQualityGate, scoreOutcomes } from '../../src/domain/quality-gate.ts';
import { aPlan, outcomes } from '../builders/a-plan.ts';

const { weights, threshold } = aPlan().gate;
const failed = (score = 0): Outcome => ({ status: 'failed', score, issues: ['x'] });
const skipped = (because: 'disabled' | 'no_reviewers' | 'no_pull_request' | 'earlier_exit'): Outcome => ({
  status: 'skipped',
  because,
});
const unjudged: Outcome = { status: 'unjudged', because: 'x' };
const perfect = { completeness: 1, correctness: 1, quality: 1, security: 1, aggregate: 1 };

describe('judgeQualityGate, ways to pass by accident', () => {
  it.each([
    ['the sum is not a number', { ...perfect, aggregate: NaN }, 0],
    ['a dimension is not a number', { ...perfect, quality: NaN }, 0.8],
    ['a dimension is infinite', { ...perfect, quality: Infinity }, 0.8],
    ['the sum is over 1', { ...perfect, aggregate: 1.2 }, 0.8],
    ['the threshold is not a number', perfect, NaN],
    ['the threshold is under 0', perfect, -1],
    ['the threshold is over 1', perfect, 1.1],
  ])('is not judged when %s', (_, score, limit) => {
    expect(judgeQualityGate(score, limit).status).toBe('unjudged');
  });

  it.each([
    ['a weight is not a number', { ...weights, quality: NaN }],
    ['weights sum to more than 1', { ...weights, quality: 0.9 }],
    ['weights sum to less than 1', { ...weights, quality: 0 }],
    ['a weight is negative', { completeness: 0.7, correctness: 0.7, quality: -0.5, security: 0.1 }],
  ])('is not judged when %s, even at threshold 0', (_, wrong) => {
    expect(judgeQualityGate(scoreOutcomes(outcomes(), wrong), 0).status).toBe('unjudged');
  });

  it('fails just under the threshold', () => {
    expect(judgeQualityGate({ ...perfect, aggregate: 0.7999 }, 0.8)).toMatchObject({
      status: 'failed',
      issues: ['the score 0.7999 is under the threshold 0.8'],
    });
  });
});

describe('scoreOutcomes', () => {
  it('is 1 when all passed, although the weights add up to 0.9999999999999999 in floating point', () => {
    expect(0.35 + 0.35 + 0.2 + 0.1).not.toBe(1);
    expect(scoreOutcomes(outcomes(), weights)).toEqual(perfect);
  });

  it('rounds before the threshold: only the review failing is 0.8, not 0.7999999999999999', () => {
    const score = scoreOutcomes(outcomes({ adversarial_review: failed() }), weights);
    expect(score).toEqual({ completeness: 1, correctness: 1, quality: 0, security: 1, aggregate: 0.8 });
    expect(judgeQualityGate(score, threshold).status).toBe('passed');
  });

  it('rounds to four places and no coarser', () => {
    expect(judgeQualityGate({ ...perfect, aggregate: 0.7999999 }, 0.8).status).toBe('passed');
    expect(judgeQualityGate({ ...perfect, aggregate: 0.79994 }, 0.8).status).toBe('failed');
  });

  it.each<[string, Partial<Record<LookingCheck, Outcome>>, object]>([
    ['the pass rate is completeness', { tests: failed(58 / 60) }, { completeness: 0.9667, aggregate: 0.9883 }],
    [
      'correctness is the mean of lint and scan',
      { lint: failed() },
      { correctness: 0.5, security: 1, aggregate: 0.825 },
    ],
    [
      'the scan counts in correctness and in security',
      { security_scan: failed() },
      { correctness: 0.5, security: 0, aggregate: 0.725 },
    ],
    ['a failed lint has no part, whatever its score says', { lint: failed(0.9) }, { correctness: 0.5 }],
    ['switched-off tests count 1', { tests: skipped('disabled') }, { completeness: 1 }],
    [
      'switched-off lint and scan count 1',
      { lint: skipped('disabled'), security_scan: skipped('disabled') },
      { correctness: 1, security: 1 },
    ],
    ['a panel without seats counts 1', { adversarial_review: skipped('no_reviewers') }, { quality: 1 }],
    ['a switched-off review counts 1', { adversarial_review: skipped('disabled') }, { quality: 1 }],
    [
      'what an early exit cut off counts 0',
      { adversarial_review: skipped('earlier_exit') },
      { quality: 0, aggregate: 0.8 },
    ],
    [
      'what could not be judged counts 0',
      { tests: unjudged, lint: unjudged, security_scan: unjudged, adversarial_review: unjudged },
      { aggregate: 0 },
    ],
    [
      'a missing pull request is no reason to skip the tests',
      { tests: skipped('no_pull_request') },
      { completeness: 0 },
    ],
    ['nor to skip the review', { adversarial_review: skipped('no_pull_request') }, { quality: 0 }],
    ['a pass rate that is not a number counts 0', { tests: failed(NaN) }, { completeness: 0 }],
    ['comments and head have no part in the score', { pr_comments: failed(), stale_diff: unjudged }, { aggregate: 1 }],
  ])('%s', (_, given, expected) => {
    expect(scoreOutcomes(outcomes(given), weights)).toMatchObject(expected);
  });

  it('adds up to what is printed, for any weights that sum to 1', () => {
    const cuts = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)).map((three) => three.sort((a, b) => a - b));
    fc.assert(
      fc.property(cuts, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), ([a, b, c], rate, clean) => {
        const any = {
          completeness: a / 1000,
          correctness: (b - a) / 1000,
          quality: (c - b) / 1000,
          security: (1000 - c) / 1000,
        };
        const score = scoreOutcomes(
          outcomes({ tests: failed(rate), lint: clean ? { status: 'passed', score: 1 } : unjudged }),
          any,
        );
        const sum =
          score.completeness * any.completeness +
          score.correctness * any.correctness +
          score.quality * any.quality +
          score.security * any.security;
        expect(Math.abs(score.aggregate - sum)).toBeLessThanOrEqual(0.0000501);
        expect(score.aggregate >= 0 && score.aggregate <= 1).toBe(true);
      }),
    );
  });
});
