import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../temporal/cache-folder.ts';
import { loopbackTarget, temporalTarget, type TemporalTarget } from '../temporal/connect.ts';
import { startEmbeddedServer } from '../temporal/embedded-server.ts';
import { explainMissingTemporal, findTemporalCli } from '../temporal/find-temporal-cli.ts';
import type { RunningServer } from '../temporal/running-server.ts';
import type { CallSettings } from './read-settings.ts';
import { NoTemporal } from './no-temporal.ts';
import { say } from './streams.ts';

/** A Temporal server to work with. */
export interface Server extends Ending {
  target: TemporalTarget;
  /** Without a slash at the end; `null` where we do not know one. */
  uiUrl: string | null;
}

interface Ending {
  /** Rejects when something of ours ended by itself. */
  broke: Promise<never>;
  stop: () => Promise<void>;
}

/** Of what is not ours: it breaks without us, and is not ours to stop. */
export function endless(): Ending {
  return { broke: new Promise<never>(() => undefined), stop: () => Promise.resolve() };
}

/** The server that environment or settings name. */
export function namedServer({ settings }: CallSettings): Server {
  return { ...endless(), target: temporalTarget(settings.temporal), uiUrl: null };
}

/** The server of another command of ours. */
export function runningServer(server: RunningServer): Server {
  return { ...endless(), target: loopbackTarget(server), uiUrl: server.uiUrl };
}

/** Starts a server of our own that ends with this process. Throws `NoTemporal` where there is no Temporal CLI. */
export async function embeddedServer(uiPort?: number | 'none'): Promise<Server> {
  const server = await startEmbeddedServer({ cli: temporalCli(), dbFile: databaseFile(), uiPort });
  if (server.dbFile !== databaseFile())
    say(`note: another command has the usual database: runs of this one are kept in ${String(server.dbFile)}`);
  const broke = rejectWhenEnded(server.ended, 'the embedded Temporal server');
  return { target: loopbackTarget(server), uiUrl: server.uiUrl, broke, stop: server.stop };
}

/** Whether any embedded server ever kept a run. */
export function hasDatabase(): boolean {
  return existsSync(databaseFile());
}

function temporalCli(): string {
  const found = findTemporalCli({ env: { ...process.env, TEMPORAL_ADDRESS: undefined } });
  if (found.kind === 'binary') return found.path;
  throw new NoTemporal(explainMissingTemporal(found.kind === 'missing' ? found.because : 'there is no program'));
}

function databaseFile(): string {
  return join(cacheFolder(process.env), 'temporal', 'runs.db');
}

/** What ends by itself while we need it is a failure, with the last of what it said. */
export function rejectWhenEnded(ended: Promise<unknown>, what: string): Promise<never> {
  const broke = ended.then((last): never => {
    throw new Error(`${what} ended${typeof last === 'string' && last !== '' ? `: ${last}` : ''}`);
  });
  broke.catch(() => undefined);
  return broke;
}
