import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { Ending } from '../replay/ending.ts';
import { HISTORIES, recordedEnding, type RecordedHistory } from '../replay/recorded-history.ts';
import { SHAPE_NAMES, SHAPES, type Shape } from '../replay/shapes.ts';
import { verdictWord } from '../../src/domain/verdict.ts';
import { developerQueue } from './developer-queue.ts';
import { RECORDED } from './recorded-shapes.ts';
import { testGate, type StartedRun } from './test-gate.ts';

/** One shape waits for the heartbeat time-out of a lost reviewer; all run at the same time. */
jest.setTimeout(120_000);

const developers = await developerQueue();
const gate = testGate({ beside: [developers] });

async function startShape(shape: Shape): Promise<StartedRun> {
  const options = RECORDED[shape]();
  if (shape !== 'checks-fail') return await gate.start(options);
  const workflow_id = `develop/${randomUUID()}`;
  await gate.client.workflow.start('ListeningDeveloper', { workflowId: workflow_id, taskQueue: developers.taskQueue });
  return await gate.start({ ...options, developer: { workflow_id } });
}

async function recordShape(shape: Shape): Promise<RecordedHistory> {
  const run = await startShape(shape);
  if (shape === 'somebody-cancels') {
    while (!run.order().includes('runTests')) await new Promise((resolve) => setTimeout(resolve, 20));
    await run.handle.cancel();
  }
  await run.result().catch(() => undefined);
  return JSON.parse(historyToJSON(await run.handle.fetchHistory()), withoutStacks) as RecordedHistory;
}

/** A stack names the folders of the machine that recorded it, and a replay never looks at one. */
function withoutStacks(key: string, value: unknown): unknown {
  return key === 'stackTrace' ? '' : value;
}

function wordOf(ending: Ending): string {
  return ending.kind === 'completed' ? verdictWord(ending.result.pipeline.review_result) : ending.kind;
}

function write(shape: Shape, history: RecordedHistory): void {
  writeFileSync(`${HISTORIES}${shape}.json`, `${JSON.stringify(history, null, 1)}\n`);
  writeFileSync(`${HISTORIES}${shape}.verdict.json`, `${JSON.stringify(recordedEnding(history), null, 2)}\n`);
}

/** With LEX_RECORD_HISTORIES=1 (`npm run record-histories`) what is seen here becomes what replay tests hold the code to. */
describe('a run on a real server', () => {
  let recorded: RecordedHistory[];
  beforeAll(async () => {
    recorded = await Promise.all(SHAPE_NAMES.map(recordShape));
  });

  it.each(SHAPE_NAMES)('of the shape %s ends as its name says', (shape) => {
    const history = recorded[SHAPE_NAMES.indexOf(shape)]!;
    const ending = recordedEnding(history);
    expect(wordOf(ending)).toBe(SHAPES[shape].word);
    if (process.env.LEX_RECORD_HISTORIES === '1') write(shape, history);
  });
});
