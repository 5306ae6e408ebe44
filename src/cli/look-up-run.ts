import { connectClient, type TemporalTarget } from '../temporal/connect.ts';
import { readRunningServers } from '../temporal/running-server.ts';
import { completedRun, findRun, type FoundRun } from './found-run.ts';
import { readKeptResult } from './keep-result.ts';
import type { CallSettings } from './read-settings.ts';
import { readRunId, workflowIdOf, type RunId } from './run-id.ts';
import { embeddedServer, hasDatabase, namedServer, runningServer } from './servers.ts';
import { UsageError } from './usage-error.ts';

/**
 * Finds a run: on the server that is named; else on those that other commands of ours run now, then among the results that were
 * kept, then in the database of the embedded server. Starts no worker: to look at a run never moves it. Throws `UsageError`.
 */
export async function lookUpRun(call: CallSettings, text: string): Promise<FoundRun> {
  const id = readRunId(text);
  const found = call.namesServer
    ? await askServer(namedServer(call).target, id)
    : ((await askRunning(id)) ?? (await askKept(id)) ?? (await askDatabase(id)));
  if (found === null) throw new UsageError(`There is no run ${text}: give a workflow id, or a work item’s id.`);
  return found;
}

async function askRunning(id: RunId): Promise<FoundRun | null> {
  for (const server of await readRunningServers()) {
    const found = await askServer(runningServer(server).target, id);
    if (found !== null) return found;
  }
  return null;
}

async function askKept(id: RunId): Promise<FoundRun | null> {
  const result = await readKeptResult(id.workItemId, id.attempt);
  if (result === null) return null;
  return completedRun(workflowIdOf({ workItemId: id.workItemId, attempt: result.pipeline.attempt ?? 0 }), result);
}

async function askDatabase(id: RunId): Promise<FoundRun | null> {
  if (!hasDatabase()) return null;
  const server = await embeddedServer('none');
  try {
    return await askServer(server.target, id);
  } finally {
    await server.stop();
  }
}

async function askServer(target: TemporalTarget, id: RunId): Promise<FoundRun | null> {
  const client = await connectClient(target);
  try {
    return await findRun(client, id);
  } finally {
    await client.connection.close();
  }
}
