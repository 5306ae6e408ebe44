import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LOOKING_CHECKS, type Outcome } from '../../src/domain/check.ts';
import { approveWithoutChecks, decideVerdict, type VerdictEvidence } from '../../src/domain/decide-verdict.ts';
import { explainVerdict } from '../../src/domain/explain-verdict.ts';
import { findFlips } from '../../src/domain/find-flips.ts';
import { readOutcomes } from '../../src/domain/recorded-outcomes.ts';
import { weighOutcomes } from '../../src/domain/weigh-outcomes.ts';
import { aChange, aPlan, approvals, outcomes, PASSED } from '../builders/a-plan.ts';
import { anyOutcomes } from './arbitrary-outcomes.ts';

const failed = (issue: string): Outcome => ({ status: 'failed', score: 0, issues: [issue] });

function explain(rest: Partial<VerdictEvidence> = {}) {
  const plan = rest.plan ?? aPlan();
  const input = {
    plan,
    outcomes: outcomes(),
    votes: approvals(),
    durationsMs: {},
    change: aChange(),
    atVerdict: PASSED,
    ...rest,
  };
  return explainVerdict(decideVerdict(input), plan.gate);
}

describe('explainVerdict', () => {
  it('names the check that decided and says that its passing would approve', () => {
    const explanation = explain({ outcomes: outcomes({ lint: failed('3 offenses in lib/a.rb') }) });
    expect(explanation.decidedBy).toEqual(['lint']);
    expect(explanation.lines).toEqual([
      'rejected by lint',
      'lint failed: 3 offenses in lib/a.rb',
      'completeness 1 × 0.35 = 0.35',
      'correctness 0.5 × 0.35 = 0.175',
      'quality 1 × 0.2 = 0.2',
      'security 1 × 0.1 = 0.1',
      'score 0.825, threshold 0.8',
    ]);
    expect(explanation.wouldFlip).toEqual(['lint passing would approve']);
  });

  it('says that two checks would have to pass together: neither alone would do', () => {
    const explanation = explain({ outcomes: outcomes({ tests: failed('2 of 60'), lint: failed('3 offenses') }) });
    expect(explanation.wouldFlip).toEqual(['tests and lint passing together would approve']);
  });

  it('does not blame what an early exit cut off, but counts it among what would have to pass', () => {
    const cutOff: Outcome = { status: 'skipped', because: 'earlier_exit' };
    const explanation = explain({ outcomes: outcomes({ stale_diff: failed('moved'), adversarial_review: cutOff }) });
    expect(explanation.decidedBy).toEqual(['stale_diff']);
    expect(explanation.wouldFlip).toEqual(['stale and review passing together would approve']);
  });

  it('says that it was the score, and what threshold would have let it through', () => {
    const plan = aPlan({ gate: { ...aPlan().gate, threshold: 0.9 } });
    const explanation = explain({ plan, outcomes: outcomes({ tests: { status: 'passed', score: 0.5 } }) });
    expect(explanation.decidedBy).toEqual(['quality_gate']);
    expect(explanation.wouldFlip).toEqual(['a threshold of 0.825 or less would approve']);
  });

  it('says of an approval which checks could have rejected it', () => {
    const explanation = explain();
    expect(explanation.decidedBy).toEqual([]);
    expect(explanation.lines[0]).toBe('approved: every check held and the score reached the threshold');
    expect(explanation.wouldFlip).toHaveLength(6);
    expect(explanation.wouldFlip[0]).toBe('tests failing would reject');
  });

  it('says that nothing a check says would help a run that was stopped', () => {
    const explanation = explain({ stopped: 'the deadline passed' });
    expect(explanation.decidedBy).toEqual(['quality_gate']);
    expect(explanation.lines[0]).toBe('rejected, not judged: quality gate could not look');
    expect(explanation.wouldFlip).toEqual(['nothing that a check says: the run was stopped (the deadline passed)']);
  });

  it('says what could not look, and that its passing would approve', () => {
    const explanation = explain({ outcomes: outcomes({ tests: { status: 'unjudged', because: 'no bundle' } }) });
    expect(explanation.lines.slice(0, 2)).toEqual([
      'rejected, not judged: tests could not look',
      'tests unjudged: no bundle',
    ]);
    expect(explanation.wouldFlip).toEqual(['tests passing would approve']);
  });

  it('says of a switched-off validation that nobody looked', () => {
    const plan = aPlan({ enabled: false });
    const explanation = explainVerdict(approveWithoutChecks(plan), plan.gate);
    expect(explanation.lines[0]).toBe('approved: validation was switched off, nobody looked');
    expect(explanation.wouldFlip).toEqual(['switching validation on would have the checks look']);
  });
});

describe('findFlips', () => {
  it('finds only flips that really flip, and always one where nothing stopped the run', () => {
    const gate = fc.double({ min: 0, max: 1, noNaN: true }).map((threshold) => ({ ...aPlan().gate, threshold }));
    fc.assert(
      fc.property(anyOutcomes, gate, (six, any) => {
        const { verdict } = weighOutcomes(six, any);
        const flips = findFlips(six, any);
        for (const { checks, to, threshold } of flips) {
          const changed: Outcome = to === 'passed' ? PASSED : failed('x');
          const after = { ...six, ...Object.fromEntries(checks.map((check) => [check, changed])) };
          expect(weighOutcomes(after, { ...any, threshold: threshold ?? any.threshold }).verdict).not.toBe(verdict);
        }
        const sound = LOOKING_CHECKS.every(
          (check) => six[check].status !== 'passed' || (six[check].score >= 0 && six[check].score <= 1),
        );
        if (sound && verdict === 'rejected') expect(flips).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  it('weighs what a result recorded as the run itself did', () => {
    fc.assert(
      fc.property(anyOutcomes, (six) => {
        const plan = aPlan();
        const review = decideVerdict({
          plan,
          outcomes: six,
          votes: approvals(),
          durationsMs: {},
          change: null,
          atVerdict: PASSED,
        });
        const again = weighOutcomes(readOutcomes(review), plan.gate);
        expect([again.verdict, again.judged, again.score.aggregate]).toEqual([
          review.verdict,
          review.judged,
          review.score.aggregate,
        ]);
      }),
      { numRuns: 300 },
    );
  });
});
