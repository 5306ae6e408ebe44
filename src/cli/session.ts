import { hostname } from 'node:os';
import type { Client } from '@temporalio/client';
import type { Settings } from '../settings.ts';
import { connectClient, type TemporalTarget } from '../temporal/connect.ts';
import { quietRuntime } from '../temporal/runtime-log.ts';
import { startWorker } from '../worker.ts';
import { createClosing, type Closing } from './closing.ts';
import { chooseServer } from './choose-server.ts';
import { interruption } from './interruption.ts';
import type { CallSettings } from './read-settings.ts';
import { endless, rejectWhenEnded } from './servers.ts';
import type { SessionOptions, WorkerChoice } from './session-options.ts';
import { say } from './streams.ts';

/** A Temporal server that answers, a client of it, and a task queue that some worker polls. */
export interface Session {
  client: Client;
  target: TemporalTarget;
  /** Without a slash at the end; `null` where we do not know one. */
  uiUrl: string | null;
  /** Whether the UI goes when we do; the runs stay, and `up` shows them again. */
  uiEndsWithUs: boolean;
  taskQueue: string;
  /** Who judges: a worker of ours, or the workers of somebody's server. */
  worker: 'ours' | 'theirs';
  /** Rejects when our worker or our server ended by itself. */
  broke: Promise<never>;
}

/** Opens what the work needs, lends it, and closes it whatever happens; Ctrl-C meanwhile rejects with `Interrupted`. */
export async function withSession<T>(
  call: CallSettings,
  options: SessionOptions,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const signal = interruption();
  const closing = createClosing();
  try {
    const session = await openSession(call, options, closing);
    signal.throwIfAborted();
    return await use(session);
  } finally {
    await closing.run();
  }
}

async function openSession(call: CallSettings, options: SessionOptions, closing: Closing): Promise<Session> {
  const { server, judges, isOurs } = await chooseServer(call, options);
  closing.add('the server', server.stop);
  const { target, uiUrl } = server;
  const client = await connectClient(target);
  closing.add('the connection', () => client.connection.close());
  const taskQueue = queueFor(call.settings, options.worker);
  const worker = judges === 'theirs' ? endless() : await openWorker(withQueue(call.settings, taskQueue), target);
  closing.add('the worker', worker.stop);
  const broke = Promise.race([server.broke, worker.broke]);
  broke.catch(() => undefined);
  return { client, target, uiUrl, uiEndsWithUs: isOurs, taskQueue, worker: judges, broke };
}

function queueFor({ temporal }: Settings, worker: WorkerChoice): string {
  return worker === 'private' ? `${temporal.task_queue}-${hostname()}-${process.pid}` : temporal.task_queue;
}

function withQueue(settings: Settings, taskQueue: string): Settings {
  return { ...settings, temporal: { ...settings.temporal, task_queue: taskQueue } };
}

async function openWorker(settings: Settings, target: TemporalTarget) {
  quietRuntime();
  const { ended, stop, warnings } = await startWorker(settings, target);
  warnings.forEach((warning) => say(`warning: ${warning}`));
  return { stop, broke: rejectWhenEnded(ended, 'the worker') };
}
