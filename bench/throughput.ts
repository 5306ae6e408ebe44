import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, Worker, type NativeConnection } from '@temporalio/worker';
import { startValidation } from '../src/client.ts';
import type { Settings } from '../src/settings.ts';
import { workItem } from './gate-run.ts';
import { noOpActivities } from './no-op-activities.ts';
import { RUBY_GEM } from './project.ts';
import { median, timed } from './statistics.ts';

/** Work items a minute, medians of the rounds. */
export interface Throughput {
  validations: number;
  bareWorkflows: number;
}

const RUNS = 60;
const AT_ONCE = 20;
const ROUNDS = 5;

/** Validations with no-op activities and bare workflows with as many, by turns, on one worker and one server. */
export async function measureThroughput(
  client: Client,
  connection: NativeConnection,
  settings: Settings,
): Promise<Throughput> {
  const taskQueue = `bench-${randomUUID()}`;
  const workflowsPath = fileURLToPath(new URL('./bare-workflow.js', import.meta.url));
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') }),
    activities: noOpActivities(settings),
  });
  const change = { cloneUrl: '/nowhere', headSha: 'a'.repeat(40) };
  const validation = async (): Promise<unknown> =>
    (await startValidation({ work_item: workItem(RUBY_GEM, change) }, { client, taskQueue })).result();
  const bare = (): Promise<unknown> =>
    client.workflow.execute('BareWorkflow', { taskQueue, workflowId: randomUUID(), args: [] });
  return worker.runUntil(async () => {
    await Promise.all([validation(), bare()]);
    const [validations, bareWorkflows]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      validations.push(await perMinute(validation));
      bareWorkflows.push(await perMinute(bare));
    }
    return { validations: median(validations), bareWorkflows: median(bareWorkflows) };
  });
}

async function perMinute(run: () => Promise<unknown>): Promise<number> {
  let left = RUNS;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  const ms = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, lane)));
  return (RUNS * 60_000) / ms;
}
