import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHECKS, LOOKING_CHECKS, type LookingCheck, type Outcome } from '../../src/domain/check.ts';
import { approveWithoutChecks, decideVerdict, type VerdictEvidence } from '../../src/domain/decide-verdict.ts';
import type { Asked } from '../../src/domain/plan.ts';
import type { ReviewResult } from '../../src/domain/verdict.ts';
import { aChange, aPlan, approvals, outcomes, PASSED } from '../builders/a-plan.ts';
import { anyOutcome, anyOutcomes, anyVotes } from './arbitrary-outcomes.ts';

function recorded(rest: Partial<VerdictEvidence> = {}): VerdictEvidence {
  return {
    plan: aPlan(),
    outcomes: outcomes(),
    votes: approvals(),
    durationsMs: {},
    change: aChange(),
    atVerdict: PASSED,
    ...rest,
  };
}

const failed = (...issues: string[]): Outcome => ({ status: 'failed', score: 0, issues });
const unjudged = (because: string): Outcome => ({ status: 'unjudged', because });
const cutOff: Outcome = { status: 'skipped', because: 'earlier_exit' };
const lineOf = (review: ReviewResult, check: string) => review.checks.find((line) => line.check === check);
const without = (check: LookingCheck, because: 'disabled' | 'no_reviewers' | 'no_pull_request') =>
  aPlan({ checks: { ...aPlan().checks, [check]: { asked: false, because } } });

type AnyRun = Pick<VerdictEvidence, 'plan' | 'outcomes' | 'votes' | 'atVerdict' | 'stopped'>;

/** The rule once more, written the other way round: an approval from its reasons, a rejection with its words. */
function expectEarned({ plan, outcomes: six, votes, atVerdict, stopped }: AnyRun, review: ReviewResult): void {
  if (review.verdict === 'rejected') {
    expect(review.issues.length).toBeGreaterThan(0);
    if (!review.judged) expect(review.issues[0]).toMatch(/^not judged: /);
    return;
  }
  const reviewed =
    six.adversarial_review.status === 'skipped' ||
    (votes.length === 3 && votes.every(({ kind }) => kind === 'approve'));
  expect(LOOKING_CHECKS.filter((check) => !isEarned(six[check], plan.checks[check]))).toEqual([]);
  expect([reviewed, atVerdict?.status, stopped, plan.pullRequestMissing, review.issues]).toEqual([
    true,
    'passed',
    undefined,
    false,
    [],
  ]);
  expect(review.score.aggregate).toBeGreaterThanOrEqual(plan.gate.threshold);
}

function isEarned(outcome: Outcome, planned: Asked): boolean {
  return (
    outcome.status === 'passed' ||
    (outcome.status === 'skipped' && !planned.asked && planned.because === outcome.because)
  );
}

describe('decideVerdict, ways to approve by accident', () => {
  it.each(LOOKING_CHECKS)('%s: one failed check is a veto, whatever the score', (check) => {
    const review = decideVerdict(recorded({ outcomes: outcomes({ [check]: failed('wrong') }) }));
    expect(review).toMatchObject({ verdict: 'rejected', judged: true });
    expect(review.issues[0]).toMatch(/^(tests|lint|security|pr|stale|review): wrong$/);
  });

  it.each(LOOKING_CHECKS)('%s: one check that could not look rejects, and is not judged', (check) => {
    const review = decideVerdict(recorded({ outcomes: outcomes({ [check]: unjudged('the tool is gone') }) }));
    expect(review).toMatchObject({ verdict: 'rejected', judged: false });
    expect(review.issues).toEqual([
      expect.stringMatching(/^not judged: (tests|lint|security|pr|stale|review): the tool is gone$/),
    ]);
  });

  it.each(LOOKING_CHECKS)('%s: a check that was cut off rejects even where nothing else failed', (check) => {
    const review = decideVerdict(recorded({ outcomes: outcomes({ [check]: cutOff }) }));
    expect(review).toMatchObject({
      verdict: 'rejected',
      judged: false,
      issues: ['not judged: the run ended early and nothing says why'],
    });
  });

  it.each(LOOKING_CHECKS)('%s: a check that was asked to look cannot have been skipped', (check) => {
    const review = decideVerdict(
      recorded({ outcomes: outcomes({ [check]: { status: 'skipped', because: 'disabled' } }) }),
    );
    expect(review).toMatchObject({ verdict: 'rejected', judged: false });
  });

  it.each<[string, Partial<VerdictEvidence>]>([
    ['the head moved while it was judged', { atVerdict: failed('PR head is 41d7c0e, validated commit is 9c1f0be') }],
    ['a required pull request is missing', { plan: aPlan({ pullRequestMissing: true }) }],
    [
      'a vote is a dissent although the review says passed',
      { votes: [...approvals().slice(1), { ...approvals()[0]!, kind: 'reject', issues: ['[high] no'] }] },
    ],
  ])('rejects, judged, when %s', (_, rest) => {
    expect(decideVerdict(recorded(rest))).toMatchObject({ verdict: 'rejected', judged: true });
  });

  it.each<[string, Partial<VerdictEvidence>, string]>([
    [
      'the head could not be read at the verdict',
      { atVerdict: unjudged('the forge is down') },
      'not judged: stale: the forge is down',
    ],
    [
      'the head was not read at the verdict',
      { atVerdict: undefined },
      'not judged: stale: the head was not read again at the verdict',
    ],
    [
      'the last look at the head was skipped',
      { atVerdict: cutOff },
      'not judged: stale: the head was not read again at the verdict',
    ],
    [
      'the deadline passed after everything passed',
      { stopped: 'the deadline passed' },
      'not judged: the deadline passed',
    ],
    [
      'a seat of the panel has no vote',
      { votes: approvals().slice(1) },
      'not judged: review: 1 of 3 reviewers did not vote',
    ],
    ['no seat has a vote', { votes: [] }, 'not judged: review: no reviewer voted'],
    [
      'one seat voted three times',
      { votes: [1, 1, 1].map(() => approvals()[0]!) },
      'not judged: review: 2 of 3 reviewers did not vote',
    ],
    [
      'nobody could be seated',
      { plan: aPlan({ panel: { kind: 'not-seated', because: 'no model is independent' } }) },
      'not judged: review: no model is independent',
    ],
    [
      'a score is not a number',
      { outcomes: outcomes({ tests: { status: 'passed', score: NaN } }) },
      'not judged: tests: its score is not a number between 0 and 1',
    ],
    [
      'the weights do not hold together',
      {
        plan: aPlan({
          gate: { threshold: 0, weights: { completeness: NaN, correctness: 1, quality: 1, security: 1 } },
        }),
      },
      'not judged: quality gate: a score, a weight or the threshold is not a number between 0 and 1',
    ],
    [
      'a check is skipped for another reason than the plan’s',
      {
        plan: without('tests', 'disabled'),
        outcomes: outcomes({ tests: { status: 'skipped', because: 'no_reviewers' } }),
      },
      'not judged: tests: it was skipped (no_reviewers) although nobody asked for that',
    ],
  ])('rejects, not judged, when %s', (_, rest, issue) => {
    expect(decideVerdict(recorded(rest))).toMatchObject({ verdict: 'rejected', judged: false, issues: [issue] });
  });

  it('rejects a change whose plan skips the tests because there is no pull request', () => {
    const plan = without('tests', 'no_pull_request');
    expect(
      decideVerdict(
        recorded({ plan, outcomes: outcomes({ tests: { status: 'skipped', because: 'no_pull_request' } }) }),
      ).verdict,
    ).toBe('rejected');
  });

  it('is judged as soon as one check failed, and tells of what could not be looked at after what was found', () => {
    const review = decideVerdict(
      recorded({ outcomes: outcomes({ tests: unjudged('no bundle'), lint: failed('3 offenses') }) }),
    );
    expect(review).toMatchObject({ verdict: 'rejected', judged: true });
    expect(review.issues).toEqual([
      'lint: 3 offenses',
      'quality gate: the score 0.475 is under the threshold 0.8',
      'not judged: tests: no bundle',
    ]);
  });

  it('does not blame the change for a score that lacks what nobody could see', () => {
    const review = decideVerdict(recorded({ outcomes: outcomes({ tests: unjudged('no bundle') }) }));
    expect(lineOf(review, 'quality_gate')).toMatchObject({
      status: 'unjudged',
      because: 'the score lacks what could not be judged: tests',
      score: 0,
    });
    expect(review.score.aggregate).toBe(0.65);
  });

  it('says once why a stopped run was not judged', () => {
    const because = 'the change could not be checked out';
    const six = outcomes(Object.fromEntries(LOOKING_CHECKS.map((check) => [check, unjudged(because)])));
    const review = decideVerdict(
      recorded({ outcomes: six, votes: [], change: null, atVerdict: undefined, stopped: because }),
    );
    expect(review).toMatchObject({ judged: false, issues: [`not judged: ${because}`], head_sha: null, base_sha: null });
  });

  it('says something even where a failed check does not', () => {
    expect(decideVerdict(recorded({ outcomes: outcomes({ lint: failed() }) })).issues).toEqual([
      'lint: it failed without saying why',
    ]);
  });
});

describe('decideVerdict', () => {
  it('approves when every check passed, and scores 1', () => {
    const review = decideVerdict(recorded({ durationsMs: { tests: 12.4, lint: NaN } }));
    expect(review).toMatchObject({
      verdict: 'approved',
      judged: true,
      score: { completeness: 1, correctness: 1, quality: 1, security: 1, aggregate: 1 },
      issues: [],
      merged_feedback: [],
      head_sha: aChange().headSha,
      base_sha: aChange().baseSha,
    });
    expect(review.checks.map(({ check, status, duration_ms }) => [check, status, duration_ms])).toEqual(
      CHECKS.map((check) => [check, 'passed', check === 'tests' ? 12 : 0]),
    );
    expect(review.reviewers.map(({ vote }) => vote)).toEqual(['approve', 'approve', 'approve']);
    expect(Object.keys(review).slice(0, 4)).toEqual(['verdict', 'score', 'issues', 'merged_feedback']);
  });

  it.each<[string, LookingCheck, 'disabled' | 'no_reviewers' | 'no_pull_request']>([
    ['switched-off tests', 'tests', 'disabled'],
    ['switched-off lint', 'lint', 'disabled'],
    ['a switched-off scan', 'security_scan', 'disabled'],
    ['no pull request', 'pr_comments', 'no_pull_request'],
    ['a switched-off review', 'adversarial_review', 'disabled'],
    ['k = 0', 'adversarial_review', 'no_reviewers'],
  ])('approves with %s, where the plan asked for it', (_, check, because) => {
    const votes = check === 'adversarial_review' ? [] : approvals();
    const review = decideVerdict(
      recorded({
        plan: without(check, because),
        outcomes: outcomes({ [check]: { status: 'skipped', because } }),
        votes,
      }),
    );
    expect(review).toMatchObject({ verdict: 'approved', score: { aggregate: 1 } });
    expect(lineOf(review, check)).toMatchObject({ status: 'skipped', because, score: 1 });
  });

  it('rejects 58 of 60 tests and three offenses at 0.8133, over the threshold (contract 8.3)', () => {
    const tests: Outcome = {
      status: 'failed',
      score: 58 / 60,
      issues: ['2 of 60 examples failed (spec/split_spec.rb:44, spec/split_spec.rb:71)'],
    };
    const review = decideVerdict(
      recorded({ outcomes: outcomes({ tests, lint: failed('3 offenses in lib/ledger_kit/split.rb') }) }),
    );
    const issues = [
      'tests: 2 of 60 examples failed (spec/split_spec.rb:44, spec/split_spec.rb:71)',
      'lint: 3 offenses in lib/ledger_kit/split.rb',
    ];
    expect(review).toMatchObject({
      verdict: 'rejected',
      judged: true,
      score: { completeness: 0.9667, correctness: 0.5, quality: 1, security: 1, aggregate: 0.8133 },
      issues,
      merged_feedback: issues,
    });
  });

  it('ends with the early exit’s issue alone, the score shape kept and the gate not run (contract 8.5)', () => {
    const pr = failed(
      'unresolved review thread by a person (@rosa-k, lib/ledger_kit/split.rb:18): why not use the money type?',
    );
    const review = decideVerdict(
      recorded({
        outcomes: outcomes({ pr_comments: pr, stale_diff: cutOff, adversarial_review: cutOff }),
        votes: [],
        atVerdict: undefined,
      }),
    );
    expect(review.issues).toEqual([
      'pr: unresolved review thread by a person (@rosa-k, lib/ledger_kit/split.rb:18): why not use the money type?',
    ]);
    expect(review.score).toEqual({ completeness: 1, correctness: 1, quality: 0, security: 1, aggregate: 0.8 });
    expect(lineOf(review, 'quality_gate')).toMatchObject({ status: 'skipped', because: 'earlier_exit' });
  });

  it('rejects on the score alone where a threshold asks for more', () => {
    const review = decideVerdict(
      recorded({
        outcomes: outcomes({ tests: { status: 'passed', score: 0.5 } }),
        plan: aPlan({ gate: { ...aPlan().gate, threshold: 0.9 } }),
      }),
    );
    expect(review).toMatchObject({
      verdict: 'rejected',
      judged: true,
      issues: ['quality gate: the score 0.825 is under the threshold 0.9'],
    });
  });

  it('keeps each check’s voice among a thousand issues, and the whole under its bounds', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `failure ${index} ${'é'.repeat(1900)}`);
    const review = decideVerdict(
      recorded({
        outcomes: outcomes({
          tests: failed(...many),
          lint: failed(...many),
          security_scan: failed('lib/a.rb:3: a secret'),
        }),
      }),
    );
    expect(review.issues).toHaveLength(50);
    expect(review.issues).toContain('security: lib/a.rb:3: a secret');
    expect(review.issues.filter((issue) => /^(tests|lint): and 97\d more$/.test(issue))).toHaveLength(2);
    expect(Buffer.byteLength(JSON.stringify(review.issues))).toBeLessThan(20_000);
  });

  it('tells circumstances: the plan’s notes first, then those of the checks under their words', () => {
    const lint: Outcome = { status: 'passed', score: 1, notes: ['one rule is unknown'] };
    const review = decideVerdict(recorded({ plan: aPlan({ notes: ['no sandbox'] }), outcomes: outcomes({ lint }) }));
    expect(review.notes).toEqual(['no sandbox', 'lint: one rule is unknown']);
    expect(lineOf(review, 'lint')).toMatchObject({ notes: ['one rule is unknown'] });
  });

  it('approves only what every check and every vote earned, for any mix of outcomes', () => {
    const anyRun = fc.record({
      plan: fc.constantFrom(
        aPlan(),
        without('tests', 'disabled'),
        without('adversarial_review', 'no_reviewers'),
        aPlan({ pullRequestMissing: true }),
      ),
      outcomes: anyOutcomes,
      votes: anyVotes(approvals()),
      atVerdict: fc.option(anyOutcome, { nil: undefined, freq: 9 }),
      stopped: fc.constantFrom(undefined, undefined, undefined, 'the deadline passed'),
    });
    let approved = 0;
    fc.assert(
      fc.property(anyRun, (run) => {
        const review = decideVerdict(recorded(run));
        if (review.verdict === 'approved') approved += 1;
        expectEarned(run, review);
        expect(review.judged).toBe(
          review.verdict === 'approved' || review.checks.some(({ status }) => status === 'failed'),
        );
        expect(review.checks.map(({ check }) => check)).toEqual([...CHECKS]);
        expect(JSON.parse(JSON.stringify(review))).toEqual(review);
      }),
      { numRuns: 1000 },
    );
    expect(approved).toBeGreaterThan(10);
  });

  it('gives the same verdict for the same history, and touches none of it', () => {
    fc.assert(
      fc.property(anyOutcomes, anyVotes(approvals()), (six, votes) => {
        const input = recorded({ outcomes: six, votes });
        const before = structuredClone(input);
        expect(decideVerdict(input)).toEqual(decideVerdict(input));
        expect(input).toEqual(before);
      }),
    );
  });
});

describe('approveWithoutChecks', () => {
  it('approves at once when validation is off, and says that nobody looked', () => {
    const review = approveWithoutChecks(aPlan({ enabled: false }));
    expect(review).toMatchObject({
      verdict: 'approved',
      judged: true,
      issues: [],
      score: { aggregate: 1, quality: 1 },
    });
    expect(review.notes[0]).toMatch(/switched off/);
    expect(review.checks.map(({ status, because }) => `${status} ${because}`)).toEqual(
      CHECKS.map(() => 'skipped disabled'),
    );
  });

  it('rejects a plan that wants validation: it is no way round the checks', () => {
    expect(approveWithoutChecks(aPlan())).toMatchObject({
      verdict: 'rejected',
      judged: false,
      score: { aggregate: 0 },
    });
  });
});
