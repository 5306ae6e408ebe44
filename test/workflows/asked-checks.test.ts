import { describe, expect, it } from '@jest/globals';
import type { Activities } from '../../src/activities/index.ts';
import type { CheckName } from '../../src/domain/check.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import type { Overrides } from '../builders/merged.ts';
import { failing } from './outcomes.ts';
import { testGate } from './test-gate.ts';

const gate = testGate();

type Validation = NonNullable<NonNullable<WorkItem['config']>['validation']>;

const SWITCHES: [keyof Validation, CheckName, keyof Activities][] = [
  ['run_tests', 'tests', 'runTests'],
  ['run_lint', 'lint', 'runLint'],
  ['security_scan', 'security_scan', 'scanSecurity'],
  ['adversarial_review', 'adversarial_review', 'askReviewer'],
];

function withValidation(validation: Overrides<Validation>): Overrides<WorkItem> {
  return { config: { validation } };
}

describe('a check that is switched off', () => {
  it.each(SWITCHES)('%s: false skips %s, counts 1 and is told', async (name, check, activity) => {
    const { run, pipeline } = await gate.judge({ item: withValidation({ [name]: false }) });
    const { verdict, score, checks, notes } = pipeline.review_result;
    expect(run.order()).not.toContain(activity);
    expect(checks.find((line) => line.check === check)).toMatchObject({
      status: 'skipped',
      because: 'disabled',
      score: 1,
    });
    expect({ verdict, aggregate: score.aggregate }).toEqual({ verdict: 'approved', aggregate: 1 });
    expect(notes.join()).toContain(`(${name})`);
  });

  it('takes the veto from no other check', async () => {
    const { pipeline } = await gate.judge({
      item: withValidation({ run_lint: false, adversarial_review: false }),
      activities: { runTests: failing('1 of 2 tests failed') },
    });
    expect(pipeline.review_result.verdict).toBe('rejected');
  });

  it('is still compared with the head when all that can be is switched off', async () => {
    const { run, pipeline } = await gate.judge({
      item: withValidation({ run_tests: false, run_lint: false, security_scan: false, adversarial_review: false }),
      activities: { comparePrHead: failing('the head is another commit') },
    });
    expect(run.order()).toEqual([
      'admitWorkItem',
      'prepareCheckout',
      'readPrComments',
      'comparePrHead',
      'releaseCheckout',
      'recordVerdict',
    ]);
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
  });
});

describe('a panel', () => {
  it('of no reviewers asks none, and the head is read at the verdict all the same', async () => {
    const { run, pipeline } = await gate.judge({ item: { config: { implementation: { validators: 0 } } } });
    expect(run.order()).not.toContain('askReviewer');
    expect(run.order().filter((name) => name === 'comparePrHead')).toHaveLength(2);
    expect(pipeline.review_result).toMatchObject({ verdict: 'approved', score: { quality: 1 } });
    expect(pipeline.review_result.checks[5]).toMatchObject({ status: 'skipped', because: 'no_reviewers' });
  });

  it('that cannot be seated is not judged, and nobody is asked', async () => {
    const { run, pipeline } = await gate.judge({ settings: { fleet: { llm: { models: [] } } } });
    expect(run.order()).not.toContain('askReviewer');
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: false });
    expect(pipeline.review_result.checks[5]).toMatchObject({ status: 'unjudged' });
    expect(pipeline.review_result.issues.join()).toMatch(/^not judged: review/);
  });

  it('of 32 reviewers asks each once, keeps their order, and one dissent among them rejects', async () => {
    const { run, pipeline } = await gate.judge({
      item: { config: { implementation: { validators: 32 } } },
      activities: {
        askReviewer: ({ seat }) =>
          Promise.resolve(
            seat.seat === 17
              ? { ...seat, kind: 'reject', issues: ['lib/a.rb:4: the remainder is lost'] }
              : { ...seat, kind: 'approve' },
          ),
      },
    });
    const { reviewers, verdict, judged, score, issues } = pipeline.review_result;
    expect(run.order().filter((name) => name === 'askReviewer')).toHaveLength(32);
    expect(reviewers.map(({ seat }) => seat)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
    expect({ verdict, judged, score: score.aggregate }).toEqual({ verdict: 'rejected', judged: true, score: 0.8 });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain('the remainder is lost');
  });
});

describe('a pull request that is not there', () => {
  it('skips the comments, and compares the branch', async () => {
    const { run, pipeline } = await gate.judge({ item: { pipeline: { pr_number: null } } });
    expect(run.order()).not.toContain('readPrComments');
    expect(run.calls.find(({ activity }) => activity === 'comparePrHead')?.input).toMatchObject({
      source: { prNumber: null, branch: 'fleet/fix-ledger-kit-318' },
    });
    expect(pipeline.review_result.checks[3]).toMatchObject({ status: 'skipped', because: 'no_pull_request' });
    expect(pipeline.review_result.verdict).toBe('approved');
  });

  it('rejects where the settings require one', async () => {
    const { pipeline } = await gate.judge({
      item: { pipeline: { pr_number: null } },
      settings: { fleet: { validation: { require_pull_request: true } } },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
  });
});

describe('validation switched off', () => {
  it('approves at once, asks nobody but admission and publication, and says that nobody looked', async () => {
    const { run, pipeline, success } = await gate.judge({ item: withValidation({ enabled: false }) });
    expect(success).toBe(true);
    expect(run.order()).toEqual(['admitWorkItem', 'recordVerdict']);
    expect(pipeline.review_result).toMatchObject({ verdict: 'approved', judged: true, score: { aggregate: 1 } });
    expect(pipeline.review_result.notes[0]).toBe('validation is switched off: no check looked at this change');
    expect(pipeline.trace?.at(-1)).toMatchObject({ stage: 'validator', node: 'worker-1', validation: 'disabled' });
  });
});

describe('a failed check', () => {
  it.each(SWITCHES.slice(0, 3))('%s is a veto although the score is over the threshold', async (_, check, activity) => {
    const { pipeline } = await gate.judge({
      settings: { fleet: { validation: { quality_gate_threshold: 0.1 } } },
      activities: { [activity]: failing('it is wrong') },
    });
    const { verdict, judged, score, checks } = pipeline.review_result;
    expect(score.aggregate).toBeGreaterThan(0.1);
    expect(checks[6]).toMatchObject({ check: 'quality_gate', status: 'passed' });
    expect(checks.find((line) => line.check === check)).toMatchObject({ status: 'failed', issues: ['it is wrong'] });
    expect({ verdict, judged }).toEqual({ verdict: 'rejected', judged: true });
  });

  it('is not outvoted: one dissent among approving reviewers rejects', async () => {
    const { pipeline } = await gate.judge({
      settings: { fleet: { validation: { quality_gate_threshold: 0 } } },
      activities: {
        askReviewer: ({ seat }) =>
          Promise.resolve(
            seat.seat === 2 ? { ...seat, kind: 'reject', issues: ['half-up'] } : { ...seat, kind: 'approve' },
          ),
      },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true, score: { quality: 0 } });
  });
});
