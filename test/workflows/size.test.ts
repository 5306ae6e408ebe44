import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Activities } from '../../src/activities/index.ts';
import type { Outcome } from '../../src/domain/check.ts';
import { SEARCH_ATTRIBUTES } from '../../src/domain/search-attributes.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { developerQueue } from './developer-queue.ts';
import { PASS } from './outcomes.ts';
import { testGate, type StartedRun } from './test-gate.ts';

const developers = await developerQueue();
const gate = testGate({ beside: [developers] });

const KIB = 1024;
/** What a Temporal server takes as one payload, in bytes. */
const MOST_PAYLOAD = 2 * KIB * KIB;

async function sizeOf({ handle }: StartedRun): Promise<{ events: number; bytes: number }> {
  const { historyLength, raw } = await handle.describe();
  return { events: historyLength, bytes: Number(raw.workflowExecutionInfo?.historySizeBytes) };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** No two activities end at the same time, so that each wakes the workflow for itself: the longest history there is. */
function oneAfterTheOther(tests: Outcome = PASS): Partial<Activities> {
  const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));
  return {
    runLint: () => after(10, PASS),
    scanSecurity: () => after(400, PASS),
    runTests: () => after(800, tests),
    askReviewer: ({ seat }) => after(400 * seat.seat, { ...seat, kind: 'approve' }),
  };
}

describe('the history of a run with three reviewers', () => {
  it('that rejects and signals the developer stays under 80 events and 64 KiB', async () => {
    const failed: Outcome = {
      status: 'failed',
      score: 0.9,
      issues: ['1 of 10 tests failed', 'LedgerKit::Split keeps the cent (spec/split_spec.rb:18): expected 5.03'],
      evidence: [{ title: 'test output', digest: `sha256:${'5e'.repeat(32)}`, bytes: 4_812 }],
    };
    const developer = await gate.client.workflow.start('ListeningDeveloper', {
      workflowId: `develop/${randomUUID()}`,
      taskQueue: developers.taskQueue,
    });
    const run = await gate.start({
      searchAttributes: Object.keys(SEARCH_ATTRIBUTES),
      activities: oneAfterTheOther(failed),
      developer: { workflow_id: developer.workflowId },
    });
    expect((await run.result()).notified).toBe(true);
    await developer.signal('go_home');
    const { events, bytes } = await sizeOf(run);
    expect(events).toBeLessThan(80);
    expect(bytes).toBeLessThan(64 * KIB);
  });

  it('that approves stays there too, and holds more than a few events', async () => {
    const run = await gate.start({
      searchAttributes: Object.keys(SEARCH_ATTRIBUTES),
      activities: oneAfterTheOther(),
    });
    await run.result();
    const { events, bytes } = await sizeOf(run);
    expect(events).toBeGreaterThan(50);
    expect(events).toBeLessThan(80);
    expect(bytes).toBeLessThan(64 * KIB);
  });
});

describe('a result', () => {
  const loud: Outcome = {
    status: 'failed',
    score: 0,
    issues: Array.from({ length: 50 }, (_, index) => `${index}: ${'ü'.repeat(1_990)}`),
    notes: Array.from({ length: 50 }, (_, index) => `${index}: ${'n'.repeat(1_990)}`),
  };
  const everythingIsLoud = {
    runTests: () => Promise.resolve(loud),
    runLint: () => Promise.resolve(loud),
    scanSecurity: () => Promise.resolve(loud),
  };

  it('of checks with 50 issues of 2,000 characters each stays under 256 KiB and reaches the developer', async () => {
    const developer = await gate.client.workflow.start('ListeningDeveloper', {
      workflowId: `develop/${randomUUID()}`,
      taskQueue: developers.taskQueue,
    });
    const run = await gate.start({
      activities: {
        ...everythingIsLoud,
        askReviewer: ({ seat }) => Promise.resolve({ ...seat, kind: 'reject', issues: loud.issues }),
      },
      developer: { workflow_id: developer.workflowId },
    });
    const { notified, ...result } = await run.result();
    expect(notified).toBe(true);
    expect(bytesOf(result)).toBeLessThan(256 * KIB);
    expect(result.pipeline.review_result.issues.length).toBeLessThanOrEqual(50);
    await developer.signal('go_home');
    expect(await developer.result()).toHaveLength(1);
  });

  it('of the largest work item that is taken, with all of that, fits into Temporal', async () => {
    const filler = (bytes: number): string => 'x'.repeat(bytes);
    const item = {
      config: { notes: filler(255_000) },
      pipeline: { plan: filler(255_000) },
      context: '',
    };
    const room = KIB * KIB - bytesOf(aWorkItem({ work_item_id: randomUUID(), ...item }));
    const result: ValidationResult = await gate.judge({
      item: { ...item, context: filler(room) },
      activities: everythingIsLoud,
    });
    expect(result.pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
    expect(bytesOf(result.work_item)).toBeGreaterThan(KIB * KIB);
    const { work_item, config, pipeline, success } = result;
    expect(bytesOf({ work_item, config, pipeline, success })).toBeLessThan(MOST_PAYLOAD);
  });
});
