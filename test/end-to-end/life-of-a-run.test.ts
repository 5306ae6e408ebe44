import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isCancellation } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { startValidation } from '../../src/client.ts';
import { verdictWord } from '../../src/domain/verdict.ts';
import { merged } from '../builders/merged.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import type { Settings } from '../../src/settings.ts';
import { needs } from '../needs.ts';
import { testServer, workflowBundlePath } from '../temporal.ts';
import { activitiesFor, leftOvers, withGate, withParts, type Gate } from './a-gate.ts';
import { javascriptPackage } from './projects.ts';
import { aSlowSuite } from './slow-suite.ts';

const server = testServer();

/** A work item of its own for a commit alone: nothing that moves has to be compared with it. */
function forCommit({ call }: Gate, headSha: string): { work_item: WorkItem } {
  const pipeline = { head_sha: headSha, branch_name: null, pr_number: null };
  return { work_item: merged(call.work_item, { work_item_id: randomUUID(), pipeline }) as WorkItem };
}

function onAnotherMachine(settings: Settings, folder: string): Settings {
  const workspace = { base_dir: join(folder, 'another-machine') };
  return merged(settings, { fleet: { workspace } }) as Settings;
}

needs('bwrap').describe('a validation that is cancelled while the tests run', () => {
  it('leaves no process and no folder behind, and gives no verdict', async () => {
    const slow = aSlowSuite(600);
    await withGate(server, { project: javascriptPackage, change: { 'test/slow.test.js': slow.file } }, async (gate) => {
      const handle = await gate.start();
      await slow.began();
      await handle.cancel();
      const error: unknown = await handle.result().catch((thrown: unknown) => thrown);
      expect(isCancellation((error as { cause?: unknown }).cause)).toBe(true);
      expect(slow.processes()).toEqual([]);
      expect(leftOvers(gate)).toEqual([]);
    });
  }, 120_000);
});

describe('runs of one repository at the same time', () => {
  it('are judged each by its own commit, from one mirror', async () => {
    await withGate(server, { project: javascriptPackage }, async (gate) => {
      const { headSha } = gate.repository;
      const broken = gate.repository.commit({ 'test/wrong.test.js': 'throw new Error();\n' });
      const calls = [headSha, broken, headSha].map((commit) => forCommit(gate, commit));
      const results = await Promise.all(calls.map((call) => gate.validate(call)));
      expect(results.map(({ pipeline }) => verdictWord(pipeline.review_result))).toEqual([
        'approved',
        'rejected',
        'approved',
      ]);
      expect(results.map(({ pipeline }) => pipeline.head_sha)).toEqual([headSha, broken, headSha]);
      const mirrors = readdirSync(join(gate.settings.fleet.workspace.base_dir, 'mirrors'));
      expect(mirrors.filter((name) => /^[0-9a-f]{64}$/.test(name))).toHaveLength(1);
      expect(leftOvers(gate)).toEqual([]);
    });
  }, 180_000);
});

needs('bwrap').describe('a worker that is stopped while the tests run', () => {
  it('hands the run over to a worker on another machine, which gives the verdict', async () => {
    const slow = aSlowSuite(4);
    const options = { project: javascriptPackage, change: { 'test/slow.test.js': slow.file } };
    await withParts(server, options, async ({ settings, folder, call }) => {
      const taskQueue = `test-${randomUUID()}`;
      const second = onAnotherMachine(settings, folder);
      const worker = (of: Settings): Promise<Worker> =>
        Worker.create({
          connection: server.connection,
          namespace: server.namespace,
          taskQueue,
          workflowBundle: { codePath: workflowBundlePath() },
          activities: activitiesFor(server, of),
        });
      const first = await worker(settings);
      const handle = await first.runUntil(async () => {
        const started = await startValidation(call, { client: server.client, taskQueue });
        await slow.began();
        return started;
      });
      expect(slow.processes()).toEqual([]);
      expect(leftOvers({ settings })).toEqual([]);

      const result = await (await worker(second)).runUntil(handle.result());
      expect(verdictWord(result.pipeline.review_result)).toBe('approved');
      expect(leftOvers({ settings: second })).toEqual([]);
      const { events } = await handle.fetchHistory();
      const attempts = (events ?? []).map((event) => event.activityTaskStartedEventAttributes?.attempt ?? 0);
      expect(Math.max(...attempts)).toBe(2);
    });
  }, 180_000);
});
