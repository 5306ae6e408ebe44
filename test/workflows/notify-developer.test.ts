import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { developerQueue } from './developer-queue.ts';
import { failing } from './outcomes.ts';
import { testGate } from './test-gate.ts';

const developers = await developerQueue();
const gate = testGate({ beside: [developers] });

const REJECTED = { activities: { runTests: failing('1 of 12 tests failed') } };

async function aDeveloper(...signals: string[]) {
  const workflowId = `develop/${randomUUID()}`;
  const handle = await gate.client.workflow.start('ListeningDeveloper', {
    workflowId,
    taskQueue: developers.taskQueue,
    args: signals,
  });
  const sendHome = async (): Promise<ValidationResult[]> => {
    await handle.signal('go_home');
    return (await handle.result()) as ValidationResult[];
  };
  return { workflowId, runId: handle.firstExecutionRunId, sendHome };
}

describe('a rejection', () => {
  it('reaches the developer that the request names, once, with the whole result', async () => {
    const developer = await aDeveloper();
    const run = await gate.start({
      ...REJECTED,
      developer: { workflow_id: developer.workflowId },
    });
    const { notified, ...result } = await run.result();
    expect(notified).toBe(true);
    expect(result.pipeline.review_result.verdict).toBe('rejected');
    expect(await developer.sendHome()).toEqual([result]);
  });

  it('reaches one run of it, under the name of a signal that the request gives', async () => {
    const developer = await aDeveloper('try_again', 'incorporate_feedback');
    const other = await aDeveloper('incorporate_feedback');
    const { notified } = await gate.judge({
      ...REJECTED,
      developer: { workflow_id: developer.workflowId, run_id: developer.runId, signal: 'try_again' },
    });
    expect(notified).toBe(true);
    expect(await developer.sendHome()).toHaveLength(1);
    expect(await other.sendHome()).toEqual([]);
  });

  it('reaches the default signal of the current run where the request says null', async () => {
    const developer = await aDeveloper();
    const nulls = { workflow_id: developer.workflowId, run_id: null, signal: null } as never;
    expect((await gate.judge({ ...REJECTED, developer: nulls })).notified).toBe(true);
    expect(await developer.sendHome()).toHaveLength(1);
  });

  it('that is not judged reaches the developer too, and says so', async () => {
    const developer = await aDeveloper();
    await gate.judge({
      settings: { fleet: { llm: { models: [] } } },
      developer: { workflow_id: developer.workflowId },
    });
    const [feedback] = await developer.sendHome();
    expect(feedback?.pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: false });
    expect(feedback?.pipeline.feedback_history?.at(-1)).toMatchObject({ judged: false });
  });

  it('is for the parent where the request names nobody', async () => {
    const work_item = aWorkItem({ work_item_id: randomUUID() });
    const workflowId = `validate/${work_item.work_item_id}/0`;
    gate.expect(workflowId, REJECTED);
    const parent: unknown = await gate.client.workflow.execute('ParentDeveloper', {
      workflowId: `develop/${work_item.work_item_id}`,
      taskQueue: developers.taskQueue,
      args: [{ workflowId, taskQueue: gate.taskQueue, request: { work_item, developer: null } }],
    });
    const { result, feedback } = parent as { result: ValidationResult; feedback: ValidationResult[] };
    expect(result).toMatchObject({ notified: true, pipeline: { review_result: { verdict: 'rejected' } } });
    expect(feedback).toHaveLength(1);
  });

  it('is for nobody where there is neither: then nothing is said of it', async () => {
    expect(await gate.judge(REJECTED)).not.toHaveProperty('notified');
  });

  it.each([
    ['missing', () => Promise.resolve({ workflow_id: `develop/${randomUUID()}` })],
    [
      'closed',
      async () => {
        const developer = await aDeveloper();
        await developer.sendHome();
        return { workflow_id: developer.workflowId };
      },
    ],
    ['in another run', async () => ({ workflow_id: (await aDeveloper()).workflowId, run_id: randomUUID() })],
  ])('is the same verdict when the developer is %s', async (_, address) => {
    const { notified, pipeline } = await gate.judge({ ...REJECTED, developer: await address() });
    expect(notified).toBe(false);
    expect(pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
    expect(pipeline.review_result.issues[0]).toBe('tests: 1 of 12 tests failed');
  });

  it('is the same verdict when the developer is the validation itself', async () => {
    const id = randomUUID();
    const { notified, pipeline } = await gate.judge({
      ...REJECTED,
      item: { work_item_id: id },
      developer: { workflow_id: `validate/${id}/0` },
    });
    expect({ notified, verdict: pipeline.review_result.verdict }).toEqual({ notified: false, verdict: 'rejected' });
  });
});

describe('an approval', () => {
  it('signals nobody: the result says it all', async () => {
    const developer = await aDeveloper();
    const result = await gate.judge({ developer: { workflow_id: developer.workflowId } });
    expect(result.pipeline.review_result.verdict).toBe('approved');
    expect(result).not.toHaveProperty('notified');
    expect(await developer.sendHome()).toEqual([]);
  });
});
