import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import { createActivities, type Dependencies } from './activities/index.ts';
import { createArtifactStore } from './artifacts/artifact-store.ts';
import { createForge } from './github/pull-request.ts';
import { createAskModel } from './models/ask-model.ts';
import { createCheckouts } from './sandbox/checkout.ts';
import { gitTokenFor } from './sandbox/git-token.ts';
import { createRunCommand } from './sandbox/run-command.ts';
import { createScanChange } from './sandbox/scan-change.ts';
import { sweepCheckouts } from './sandbox/sweep-checkouts.ts';
import type { Settings } from './settings.ts';
import { connectNative, type TemporalTarget } from './temporal/connect.ts';
import { packageRoot } from './temporal/package-root.ts';
import { knownSearchAttributes, registerSearchAttributes } from './temporal/search-attributes.ts';
import { createFleet, type FleetConnection } from './transport/fleet.ts';

/** A worker that polls until it is stopped. */
export interface RunningWorker {
  /** Resolves when the last activity has ended, rejects when the worker broke. */
  ended: Promise<void>;
  /** Takes no more work, lets what runs end or cancels it after the grace time, and waits for that. */
  stop: () => Promise<void>;
  /** What an operator should know: search attributes that could not be registered, say. */
  warnings: string[];
}

/** A suite that is nearly done may end; what is left after that is cancelled, its processes ended, and goes to another worker. */
const SHUTDOWN_GRACE = '10 seconds';

/** Bounds how long a cancellation takes to reach a command: it travels on the answer to a heartbeat. */
const HEARTBEAT_THROTTLE = '3 seconds';

/** Builds the real dependencies, clears away what a crash left, and starts to poll. Throws `TemporalUnreachable`. */
export async function startWorker(settings: Settings, target: TemporalTarget): Promise<RunningWorker> {
  const connection = await connectNative(target);
  const registration = await registerSearchAttributes(connection, target.namespace);
  await sweepCheckouts(settings.fleet.workspace.base_dir);
  const dependencies = realDependencies(settings, connection, target.namespace);
  const worker = await Worker.create({
    connection,
    namespace: target.namespace,
    taskQueue: settings.temporal.task_queue,
    ...workflowCode(),
    activities: createActivities(dependencies),
    shutdownGraceTime: SHUTDOWN_GRACE,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
  });
  const ended = worker.run().finally(async () => {
    await dependencies.fleet.close();
    await connection.close();
  });
  return {
    ended,
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await ended;
    },
    warnings: registration.kind === 'registered' ? [] : [`search attributes: ${registration.because}`],
  };
}

/** The real adapters, from the settings and the environment's secrets. */
export function realDependencies(
  settings: Settings,
  connection: NativeConnection,
  namespace: string,
): Dependencies & { fleet: FleetConnection } {
  const { fleet, node, transport } = settings;
  return {
    settings,
    node: node.name,
    searchAttributes: () => knownSearchAttributes(connection, namespace),
    checkouts: createCheckouts({ baseDir: fleet.workspace.base_dir, token: gitTokenFor(fleet) }),
    runCommand: createRunCommand(),
    scanChange: createScanChange(),
    forge: createForge({
      token: fleet.github.token ?? undefined,
      apiUrl: fleet.github.api_url,
      graphqlUrl: fleet.github.graphql_url ?? undefined,
    }),
    askModel: createAskModel(fleet.llm.models, process.env),
    artifacts: createArtifactStore(fleet.artifacts.dir),
    fleet: createFleet(transport.connection),
  };
}

/** The bundle that set-up or the package made; from the sources where there is none. */
function workflowCode(): Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'> {
  const codePath = join(packageRoot(), 'dist', 'workflow-bundle.js');
  if (existsSync(codePath)) return { workflowBundle: { codePath } };
  return { workflowsPath: fileURLToPath(new URL('./workflows/index.js', import.meta.url)) };
}
