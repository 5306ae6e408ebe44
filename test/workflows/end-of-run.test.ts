import { describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { failing, untilCancelled } from './outcomes.ts';
import { testGate, type StartedRun } from './test-gate.ts';

const gate = testGate();

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function failureOf({ result }: StartedRun): Promise<{ cause?: unknown }> {
  const outcome = await result().then(
    () => ({ failed: false, cause: undefined }),
    (error: unknown) => ({ failed: error instanceof WorkflowFailedError, cause: (error as { cause?: unknown }).cause }),
  );
  expect(outcome.failed).toBe(true);
  return outcome;
}

describe('the deadline of the whole run', () => {
  it('rejects without blame, and every activity that ran is cancelled', async () => {
    const { run, pipeline } = await gate.judge({
      plan: { limits: { runMs: 2_500 } },
      activities: { runTests: untilCancelled, runLint: failing('a.rb:1: Style/Semicolon') },
    });
    const tests = run.calls.find(({ activity }) => activity === 'runTests');
    expect(tests?.endedMs).toBeGreaterThan(tests!.startedMs);
    expect(run.order()).toEqual(expect.arrayContaining(['releaseCheckout', 'recordVerdict']));
    expect(run.order()).not.toContain('readPrComments');
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
    expect(pipeline.review_result.issues).toContain('not judged: the deadline of 2.5 s for the whole run passed');
  });

  it('is not judged where nothing was found by then', async () => {
    const { pipeline } = await gate.judge({
      plan: { limits: { runMs: 800 } },
      activities: { askReviewer: untilCancelled },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: false });
    expect(pipeline.review_result.reviewers.map(({ vote }) => vote)).toEqual(['no-answer', 'no-answer', 'no-answer']);
  });

  it('counts when it passes during the very last look at the head', async () => {
    let looks = 0;
    const { pipeline } = await gate.judge({
      plan: { limits: { runMs: 1_500 } },
      activities: {
        comparePrHead: () => {
          looks += 1;
          return looks === 1 ? Promise.resolve({ status: 'passed', score: 1 }) : untilCancelled();
        },
      },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: false });
  });

  it('is not judged when it passes before there is a checkout', async () => {
    const { pipeline } = await gate.judge({
      plan: { limits: { runMs: 500 } },
      activities: { prepareCheckout: untilCancelled },
    });
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: false, head_sha: null });
    expect(pipeline.review_result.issues).toEqual(['not judged: the deadline of 0.5 s for the whole run passed']);
  });
});

describe('a run that somebody cancels', () => {
  it('ends as cancelled, its activities too, the checkout is released, and there is no verdict', async () => {
    const run = await gate.start({ activities: { runTests: untilCancelled } });
    await until(() => run.order().includes('runTests'));
    await run.handle.cancel();
    expect(await failureOf(run)).toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect((await run.handle.describe()).status.name).toBe('CANCELLED');
    expect(run.order()).toContain('releaseCheckout');
    expect(run.order()).not.toContain('recordVerdict');
    expect(run.calls.every(({ endedMs }) => endedMs !== undefined)).toBe(true);
  });

  it.each(['releaseCheckout', 'recordVerdict'] as const)(
    'while it ends, during %s, ends as cancelled or with the verdict that every check bore out, never in between',
    async (activity) => {
      let end: () => void = () => undefined;
      const ended = new Promise<never>((resolve) => (end = resolve as () => void));
      const run = await gate.start({ activities: { [activity]: () => ended } });
      await until(() => run.order().includes(activity));
      await run.handle.cancel();
      end();
      const ending = await run.result().then(
        ({ pipeline }) => pipeline.review_result.verdict,
        async () => (await run.handle.describe()).status.name,
      );
      expect(['approved', 'CANCELLED']).toContain(ending);
      expect(run.order()).toContain('releaseCheckout');
    },
  );
});

describe('a request that cannot be read', () => {
  it.each([
    ['nothing', []],
    ['null', [null]],
    ['a number', [7]],
    ['a text', ['validate this']],
    ['an empty object', [{}]],
    ['no work item', [{ work_item: null }]],
  ])('is %s: the run fails once, as an invalid work item', async (_, args) => {
    const run = await gate.start({ args });
    expect(await failureOf(run)).toMatchObject({
      cause: { type: 'InvalidWorkItem', nonRetryable: true, details: [[{ field: 'work_item' }]] },
    });
    expect(run.order()).toEqual(['admitWorkItem']);
    const { events } = await run.handle.fetchHistory();
    expect(events?.filter(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes)).toEqual([]);
  });

  it('is one with a bad work item: every bad field is named', async () => {
    const run = await gate.start({ item: { repo: { name: '../x' }, pipeline: { attempt: -1 } } });
    const { cause } = (await failureOf(run)) as { cause: { details: [{ field: string }[]] } };
    expect(cause.details[0].map(({ field }) => field)).toEqual(['repo.name', 'pipeline.attempt']);
  });

  it('is one with a developer that no server could signal', async () => {
    const developer = { workflow_id: 'develop/1', run_id: 'the latest' };
    const run = await gate.start({ developer });
    expect(await failureOf(run)).toMatchObject({ cause: { details: [[{ field: 'developer.run_id' }]] } });
  });
});

describe('a verdict', () => {
  it('is returned although it could not be published', async () => {
    const { run, pipeline } = await gate.judge({
      activities: { recordVerdict: () => Promise.reject(ApplicationFailure.nonRetryable('the disk is full')) },
    });
    expect(run.order()).toContain('recordVerdict');
    expect(pipeline.review_result.verdict).toBe('approved');
  });

  it('is reached although the checkout could not be released', async () => {
    const { pipeline } = await gate.judge({
      activities: { releaseCheckout: () => Promise.reject(ApplicationFailure.nonRetryable('busy')) },
    });
    expect(pipeline.review_result.verdict).toBe('approved');
  });

  it('adds one round to the feedback history and leaves the attempt alone', async () => {
    const earlier = [{ verdict: 'rejected', issues: ['lint: x'], round: 0 }, 'a round of another age'];
    const { pipeline, work_item } = await gate.judge({
      item: { pipeline: { attempt: 2, feedback_history: earlier } },
      activities: { runTests: failing('1 of 2 tests failed') },
    });
    expect(pipeline.attempt).toBe(2);
    expect(pipeline.feedback_history).toEqual([
      ...earlier,
      { verdict: 'rejected', issues: pipeline.review_result.issues, round: 2 },
    ]);
    expect(work_item.pipeline).toEqual(pipeline);
    expect(pipeline.stage).toBe('validated');
  });
});
