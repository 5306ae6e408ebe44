// Healthy while this container's worker polls its task queue: a process that lives and polls nothing judges nothing.
import { hostname } from 'node:os';
import { loadSettings } from '../dist/src/settings.js';
import { connectClient, temporalTarget } from '../dist/src/temporal/connect.js';

const WORKFLOW_TASKS = 1;
/** A poll that finds nothing lasts a minute. */
const RECENT_MS = 150_000;

const { temporal } = loadSettings({ env: process.env, cwd: process.cwd() });
const client = await connectClient(temporalTarget());
const { pollers } = await client.workflowService.describeTaskQueue({
  namespace: client.options.namespace,
  taskQueue: { name: temporal.task_queue },
  taskQueueType: WORKFLOW_TASKS,
});
await client.connection.close();

const ours = pollers.filter(({ identity }) => identity?.endsWith(`@${hostname()}`));
const isRecent = ({ lastAccessTime }) => Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1000 < RECENT_MS;
if (!ours.some(isRecent)) {
  console.error(`no worker of ${hostname()} polls ${temporal.task_queue}`);
  process.exitCode = 1;
}
