import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { progress, startValidation, validate, type ValidationCall } from '../../src/client.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import type { Overrides } from '../builders/merged.ts';
import type { StubOptions } from '../builders/some-activities.ts';
import { failing, untilCancelled } from './outcomes.ts';
import { testGate } from './test-gate.ts';

const gate = testGate();

/** Temporal tells failures apart by the name of the class. */
class InvalidWorkItem extends Error {}

const ONE = '1'.repeat(40);
const OTHER = '2'.repeat(40);

/** An attempt that nobody judged yet, and how to start it and to say what its checks see. */
function anAttempt(overrides: Overrides<WorkItem> = {}) {
  const work_item = aWorkItem({ work_item_id: randomUUID(), ...overrides });
  const options = { client: gate.client, taskQueue: gate.taskQueue };
  const workflowId = `validate/${work_item.work_item_id}/${work_item.pipeline.attempt ?? 0}`;
  return {
    workflowId,
    item: work_item,
    see: (stubs: StubOptions = {}) => gate.expect(workflowId, stubs),
    start: (item: WorkItem = work_item) => startValidation({ work_item: item }, options),
    validate: () => validate({ work_item }, options),
  };
}

async function runIdOf(handle: { describe: () => Promise<{ runId: string }> }): Promise<string> {
  return (await handle.describe()).runId;
}

describe('starting the same attempt twice', () => {
  it('attaches to the run that is under way', async () => {
    const attempt = anAttempt();
    let pass: () => void = () => undefined;
    const passed = new Promise<void>((resolve) => (pass = resolve));
    const seen = attempt.see({
      activities: { runTests: () => passed.then(() => ({ status: 'passed', score: 1 })) },
    });
    const first = await attempt.start();
    const second = await attempt.start();
    expect(await runIdOf(second)).toBe(await runIdOf(first));
    expect(await progress(attempt.workflowId, { client: gate.client })).toMatchObject({ review: null });
    pass();
    expect(await second.result()).toEqual(await first.result());
    expect(seen.order().filter((name) => name === 'runTests')).toHaveLength(1);
  });

  it.each([
    ['an approval', {}],
    ['a rejection', { activities: { runTests: failing('1 of 2 tests failed') } }],
  ])('attaches to %s that was reached: an attempt is judged once', async (_, stubs) => {
    const attempt = anAttempt();
    const seen = attempt.see(stubs);
    const first = await attempt.validate();
    expect(await attempt.validate()).toEqual(first);
    expect(seen.order().filter((name) => name === 'admitWorkItem')).toHaveLength(1);
  });

  it('judges the next attempt in a run of its own', async () => {
    const first = anAttempt();
    const next = anAttempt({ work_item_id: first.item.work_item_id, pipeline: { attempt: 1 } });
    first.see({ activities: { runTests: failing('1 of 2 tests failed') } });
    next.see();
    expect((await first.validate()).pipeline.review_result.verdict).toBe('rejected');
    expect((await next.validate()).pipeline.review_result.verdict).toBe('approved');
  });
});

describe('starting an attempt that was not judged', () => {
  it('because something could not be looked at, starts anew', async () => {
    const attempt = anAttempt();
    attempt.see({ settings: { fleet: { llm: { models: [] } } } });
    expect((await attempt.validate()).pipeline.review_result.judged).toBe(false);
    attempt.see();
    expect((await attempt.validate()).pipeline.review_result).toMatchObject({ verdict: 'approved', judged: true });
  });

  it('because somebody cancelled it, starts anew', async () => {
    const attempt = anAttempt();
    const seen = attempt.see({ activities: { runTests: untilCancelled } });
    const first = await attempt.start();
    while (!seen.order().includes('runTests')) await new Promise((resolve) => setTimeout(resolve, 20));
    await first.cancel();
    await expect(first.result()).rejects.toThrow();
    attempt.see();
    expect((await attempt.validate()).pipeline.review_result.verdict).toBe('approved');
  });

  it('because it failed, starts anew', async () => {
    const attempt = anAttempt();
    attempt.see({
      activities: { admitWorkItem: () => Promise.reject(new InvalidWorkItem('not yet')) },
    });
    const first = await attempt.start();
    await expect(first.result()).rejects.toThrow();
    attempt.see();
    expect((await attempt.validate()).pipeline.review_result.verdict).toBe('approved');
  });
});

describe('starting the same attempt for another commit', () => {
  const judging = (sha: string): StubOptions => ({
    activities: {
      prepareCheckout: ({ source }) =>
        Promise.resolve({ source, headSha: sha, baseSha: '0'.repeat(40), fileCount: 0, files: [] }),
    },
  });

  it('judges that commit: a verdict answers only for the one that it names', async () => {
    const attempt = anAttempt({ pipeline: { head_sha: ONE } });
    attempt.see(judging(ONE));
    expect((await attempt.validate()).pipeline.head_sha).toBe(ONE);
    attempt.see(judging(OTHER));
    const again = await attempt.start({ ...attempt.item, pipeline: { ...attempt.item.pipeline, head_sha: OTHER } });
    expect((await again.result()).pipeline.head_sha).toBe(OTHER);
  });

  it('is the same commit in capitals', async () => {
    const attempt = anAttempt({ pipeline: { head_sha: 'a'.repeat(40) } });
    const seen = attempt.see(judging('a'.repeat(40)));
    const first = await attempt.start();
    await first.result();
    const again = await attempt.start({
      ...attempt.item,
      pipeline: { ...attempt.item.pipeline, head_sha: 'A'.repeat(40) },
    });
    await again.result();
    expect(seen.order().filter((name) => name === 'admitWorkItem')).toHaveLength(1);
  });
});

describe('a call that cannot be taken', () => {
  it.each<[string, ValidationCall]>([
    ['no work item', { work_item: null }],
    ['a bad field', { work_item: { ...aWorkItem(), work_item_id: '../x' } }],
    ['a bad developer', { work_item: aWorkItem(), developer: { workflow_id: '' } }],
  ])('for %s starts nothing', async (_, call) => {
    await expect(startValidation(call, { client: gate.client, taskQueue: gate.taskQueue })).rejects.toMatchObject({
      name: 'InvalidWorkItem',
    });
  });
});
