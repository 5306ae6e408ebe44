import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { Settings } from '../settings.ts';
import { cacheFolder } from '../temporal/cache-folder.ts';
import { connectClient, loopbackTarget, temporalTarget, type TemporalTarget } from '../temporal/connect.ts';
import { startEmbeddedServer } from '../temporal/embedded-server.ts';
import { explainMissingTemporal, findTemporalCli } from '../temporal/find-temporal-cli.ts';
import { readRunningServer, type RunningServer } from '../temporal/running-server.ts';
import { quietRuntime } from '../temporal/runtime-log.ts';
import { startWorker } from '../worker.ts';
import { say } from './streams.ts';
import { UsageError } from './usage-error.ts';

/** A Temporal server that answers, a client of it, and where its UI is. */
export interface Session {
  client: Client;
  target: TemporalTarget;
  /** Without a slash at the end; `null` where we do not know one. */
  uiUrl: string | null;
  taskQueue: string;
  /** Resolves when the worker or the embedded server ended by itself. */
  broke: Promise<never>;
  close: () => Promise<void>;
}

export interface SessionOptions {
  /** A worker of our own beside the server. On somebody else's server it polls a queue of its own, so as not to take their work. */
  worker: boolean;
  uiPort?: number;
  onServer?: (server: RunningServer) => void;
}

/** Uses the server of `TEMPORAL_ADDRESS`, else one that `up` runs, else starts an embedded one that ends with this process. */
export async function openSession(settings: Settings, options: SessionOptions): Promise<Session> {
  quietRuntime();
  const found = await findServer(settings, options);
  const opened: (() => Promise<void>)[] = [found.stop];
  const close = async (): Promise<void> => {
    for (const step of opened.splice(0).reverse()) await step();
  };
  try {
    const client = await connectClient(found.target);
    opened.push(() => client.connection.close());
    const taskQueue =
      found.foreign && options.worker ? `${settings.temporal.task_queue}-${process.pid}` : settings.temporal.task_queue;
    let workerEnded: Promise<never> = new Promise<never>(() => undefined);
    if (options.worker && !found.hasWorker) {
      const worker = await startWorker(
        { ...settings, temporal: { ...settings.temporal, task_queue: taskQueue } },
        found.target,
      );
      worker.warnings.forEach((warning) => say(`warning: ${warning}`));
      opened.push(worker.stop);
      workerEnded = failing(worker.ended, 'the worker');
    }
    const broke = Promise.race([workerEnded, found.ended]);
    broke.catch(() => undefined);
    return { client, target: found.target, uiUrl: found.uiUrl, taskQueue, broke, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface FoundServer {
  target: TemporalTarget;
  uiUrl: string | null;
  /** Somebody else's: their workers, their queue. */
  foreign: boolean;
  hasWorker: boolean;
  ended: Promise<never>;
  stop: () => Promise<void>;
}

async function findServer(settings: Settings, options: SessionOptions): Promise<FoundServer> {
  const never = new Promise<never>(() => undefined);
  const nothing = (): Promise<void> => Promise.resolve();
  const cli = findTemporalCli();
  if (cli.kind === 'address') {
    const target = temporalTarget(settings.temporal);
    return { target, uiUrl: null, foreign: true, hasWorker: false, ended: never, stop: nothing };
  }
  const running = await readRunningServer();
  if (running !== null) {
    const target = loopbackTarget(running);
    return { target, uiUrl: running.uiUrl, foreign: false, hasWorker: running.hasWorker, ended: never, stop: nothing };
  }
  if (cli.kind === 'missing') throw new UsageError(explainMissingTemporal(cli.because));
  const dbFile = join(cacheFolder(process.env), 'temporal', 'runs.db');
  const server = await startEmbeddedServer({ cli: cli.path, dbFile, uiPort: options.uiPort });
  options.onServer?.({
    address: server.address,
    namespace: server.namespace,
    uiUrl: server.uiUrl,
    pid: process.pid,
    hasWorker: options.worker,
  });
  const ended = failing(server.ended, 'the embedded Temporal server');
  return {
    target: loopbackTarget(server),
    uiUrl: server.uiUrl,
    foreign: false,
    hasWorker: false,
    ended,
    stop: server.stop,
  };
}

async function failing(ended: Promise<unknown>, what: string): Promise<never> {
  const last = await ended;
  throw new Error(`${what} ended${typeof last === 'string' && last !== '' ? `: ${last}` : ''}`);
}
