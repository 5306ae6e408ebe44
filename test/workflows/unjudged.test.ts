import { describe, expect, it, jest } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/activity';
import type { Activities } from '../../src/activities/index.ts';
import type { CheckName } from '../../src/domain/check.ts';
import { CommitMissing, NoMergeBase, RemoteInvalid, RepositoryMissing } from '../../src/sandbox/checkout-errors.ts';
import { failing, lostOnLastAttempt } from './outcomes.ts';
import { testGate, type RunOptions } from './test-gate.ts';

/** A lost activity is seen after its heartbeat time-out of 15 s, when two attempts and their waits are over. */
jest.setTimeout(90_000);

const gate = testGate();

async function review(options: RunOptions) {
  const { run, pipeline } = await gate.judge(options);
  const { verdict, judged, issues, checks } = pipeline.review_result;
  const line = (check: CheckName) => checks.find((entry) => entry.check === check);
  return { run, decided: { verdict, judged }, issues, line, review: pipeline.review_result };
}

const NOT_JUDGED = { verdict: 'rejected', judged: false };

function brokenForGood(): Promise<never> {
  return Promise.reject(ApplicationFailure.nonRetryable('no space left on device', 'ENOSPC'));
}

const LOOKS: [keyof Activities, CheckName][] = [
  ['runTests', 'tests'],
  ['runLint', 'lint'],
  ['scanSecurity', 'security_scan'],
  ['readPrComments', 'pr_comments'],
  ['comparePrHead', 'stale_diff'],
];

describe('what could not be looked at', () => {
  it.each(LOOKS)('rejects without blame when %s fails for good', async (activity, check) => {
    const { decided, line, issues } = await review({ activities: { [activity]: brokenForGood } });
    expect(decided).toEqual(NOT_JUDGED);
    expect(line(check)).toMatchObject({ status: 'unjudged', score: 0, because: 'ENOSPC: no space left on device' });
    expect(issues.every((issue) => issue.startsWith('not judged: '))).toBe(true);
    expect(line('adversarial_review')).toMatchObject({ status: 'passed' });
  });

  it('is asked for three times before it is given up', async () => {
    const { run, decided, line } = await review({
      activities: { scanSecurity: () => Promise.reject(new Error('the scanner crashed')) },
    });
    expect(run.order().filter((name) => name === 'scanSecurity')).toHaveLength(3);
    expect(decided).toEqual(NOT_JUDGED);
    expect(line('security_scan')?.because).toContain('the scanner crashed');
  });

  it('passes when a later attempt sees it', async () => {
    let attempts = 0;
    const { decided } = await review({
      activities: {
        readPrComments: () => {
          attempts += 1;
          return attempts === 1 ? Promise.reject(new Error('502')) : Promise.resolve({ status: 'passed', score: 1 });
        },
      },
    });
    expect(decided).toEqual({ verdict: 'approved', judged: true });
  });

  it('does not hide what another check found: then the run is judged', async () => {
    const { decided, issues } = await review({
      activities: { runTests: brokenForGood, runLint: failing('a.rb:1: Style/Semicolon') },
    });
    expect(decided).toEqual({ verdict: 'rejected', judged: true });
    expect(issues).toEqual([
      'lint: a.rb:1: Style/Semicolon',
      expect.stringMatching(/^quality gate: /),
      'not judged: tests: ENOSPC: no space left on device',
    ]);
  });

  it('is a worker that is lost with the tests, then with a reviewer', async () => {
    const {
      decided,
      line,
      review: result,
    } = await review({
      activities: {
        runTests: lostOnLastAttempt,
        askReviewer: ({ seat }) =>
          seat.seat === 2 ? lostOnLastAttempt() : Promise.resolve({ ...seat, kind: 'approve' }),
      },
    });
    expect(decided).toEqual(NOT_JUDGED);
    expect(line('tests')).toMatchObject({ status: 'unjudged', because: 'no answer in time (HEARTBEAT)' });
    expect(result.reviewers.map(({ vote, because }) => [vote, because])).toEqual([
      ['approve', undefined],
      ['no-answer', 'no answer in time (HEARTBEAT)'],
      ['approve', undefined],
    ]);
  });
});

describe('a checkout that fails', () => {
  it.each([CommitMissing, NoMergeBase, RepositoryMissing, RemoteInvalid])(
    'with %p is not judged, tried once, and asks nobody anything',
    async (Failure) => {
      const failure = new Failure('it is not there');
      const { run, decided, issues } = await review({ activities: { prepareCheckout: () => Promise.reject(failure) } });
      expect(run.order()).toEqual(['admitWorkItem', 'prepareCheckout', 'releaseCheckout', 'recordVerdict']);
      expect(decided).toEqual(NOT_JUDGED);
      expect(issues).toEqual([`not judged: the change could not be checked out: ${failure.name}: it is not there`]);
    },
  );
});

describe('a reviewer that gives no vote', () => {
  const silent: Activities['askReviewer'] = ({ seat }) =>
    Promise.resolve(
      seat.seat === 3 ? { ...seat, kind: 'no-answer', because: 'no answer in 120 s' } : { ...seat, kind: 'approve' },
    );

  it('is not an approval', async () => {
    const { decided, issues, line } = await review({ activities: { askReviewer: silent } });
    expect(decided).toEqual(NOT_JUDGED);
    expect(line('adversarial_review')).toMatchObject({ status: 'unjudged', score: 0 });
    expect(issues.join()).toContain('no answer in 120 s');
  });

  it('does not outweigh one that rejects', async () => {
    const { decided } = await review({
      activities: {
        askReviewer: (request) =>
          request.seat.seat === 1
            ? Promise.resolve({ ...request.seat, kind: 'reject', issues: ['lib/a.rb:4: wrong'] })
            : silent(request),
      },
    });
    expect(decided).toEqual({ verdict: 'rejected', judged: true });
  });

  it('is any whose activity fails, and all others are still heard', async () => {
    const { decided, review: result } = await review({
      activities: { askReviewer: ({ seat }) => (seat.seat === 1 ? brokenForGood() : silent({ seat } as never)) },
    });
    expect(decided).toEqual(NOT_JUDGED);
    expect(result.reviewers.map(({ vote }) => vote)).toEqual(['no-answer', 'approve', 'no-answer']);
  });
});
