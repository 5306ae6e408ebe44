import fc from 'fast-check';
import { LOOKING_CHECKS, type Outcome, type Outcomes } from '../../src/domain/check.ts';
import type { Vote } from '../../src/domain/review-panel.ts';

const score = fc.oneof(fc.constantFrom(1, 1, 1, 0, NaN, Infinity, -1, 2), fc.double({ min: 0, max: 1 }));
const text = fc.string({ maxLength: 12 });

/** Passed outcomes come often, so that approvals are among what is tried. */
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<Outcome>({ status: 'passed', score: 1 }) },
  { weight: 1, arbitrary: score.map((value): Outcome => ({ status: 'passed', score: value, notes: ['n'] })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(score, fc.array(text))
      .map(([value, issues]): Outcome => ({ status: 'failed', score: value, issues })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('disabled', 'no_pull_request', 'no_reviewers', 'earlier_exit')
      .map((because): Outcome => ({ status: 'skipped', because })),
  },
  { weight: 1, arbitrary: text.map((because): Outcome => ({ status: 'unjudged', because })) },
);

export const anyOutcome: fc.Arbitrary<Outcome> = outcome;

export const anyOutcomes: fc.Arbitrary<Outcomes> = fc
  .tuple(...LOOKING_CHECKS.map(() => outcome))
  .map((six) => Object.fromEntries(LOOKING_CHECKS.map((check, index) => [check, six[index]])) as Outcomes);

/** Approvals of every seat, some seats missing, or the first seat dissenting or silent. */
export function anyVotes(approvals: Vote[]): fc.Arbitrary<Vote[]> {
  const dissent = approvals.map((vote, index): Vote =>
    index === 0 ? { ...vote, kind: 'reject', issues: ['no'] } : vote,
  );
  const silence = approvals.map((vote, index): Vote =>
    index === 0 ? { ...vote, kind: 'no-answer', because: 'late' } : vote,
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(approvals) },
    { weight: 1, arbitrary: fc.subarray(approvals) },
    { weight: 1, arbitrary: fc.constantFrom(dissent, silence) },
  );
}
