import { SEARCH_ATTRIBUTES } from '../domain/search-attributes.ts';
import { claimDatabase } from './claim-database.ts';
import type { ClaimedDatabase } from './claim-database.ts';
import { freePort } from './free-port.ts';
import { startSupervised } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { usualUiPort } from './usual-ui-port.ts';
import { waitUntilReady } from './wait-until-ready.ts';

const NAMESPACE = 'default';
const START_LIMIT_MS = 60_000;
const TRIES = 5;

export interface EmbeddedServerOptions {
  /** Absolute path of Temporal's program, from `findTemporalCli`. */
  cli: string;
  /** Where runs are kept over a restart; in memory when absent. While another server has it, the next name is used. */
  dbFile?: string;
  /** A fixed port for the UI, or `none`; by default the database's usual one, else a free one. */
  uiPort?: number | 'none';
}

/** A Temporal server that lives as long as this process at most. */
export interface EmbeddedServer {
  address: string;
  namespace: string;
  /** Address of the web UI, without a slash at the end; `null` where there is none. */
  uiUrl: string | null;
  dbFile: string | null;
  /** Resolves when the server is gone, asked for or not, with the last of what it wrote. */
  ended: Promise<string>;
  stop: () => Promise<void>;
}

/** Starts Temporal's own development server on loopback ports and resolves once it answers. */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const database = options.dbFile === undefined ? null : claimDatabase(options.dbFile);
  try {
    return await firstThatStarts(options, database);
  } catch (error) {
    database?.release();
    throw error;
  }
}

async function firstThatStarts(
  options: EmbeddedServerOptions,
  database: ClaimedDatabase | null,
): Promise<EmbeddedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const uiPort = options.uiPort ?? (await freePort(attempt === 1 ? usualUiPort(database) : 0));
    const address = `127.0.0.1:${String(await freePort())}`;
    const server = startSupervised([options.cli, ...flags({ address, uiPort, database })], serverEnvironment());
    const failure = await untilReady(server, address);
    if (failure === null) return started({ address, uiPort, database, server });
    await server.stop();
    if (attempt === TRIES || !/address already in use/i.test(failure)) {
      throw new Error(`The embedded Temporal server (${options.cli}) did not start: ${failure}`);
    }
  }
}

interface Started {
  address: string;
  uiPort: number | 'none';
  database: ClaimedDatabase | null;
  server: SupervisedProcess;
}

function started({ address, uiPort, database, server }: Started): EmbeddedServer {
  const ended = server.ended.finally(() => database?.release());
  return {
    address,
    namespace: NAMESPACE,
    uiUrl: uiPort === 'none' ? null : `http://127.0.0.1:${String(uiPort)}`,
    dbFile: database?.file ?? null,
    ended,
    stop: async () => {
      await server.stop();
      await ended;
    },
  };
}

/** `null` once the server answers, else why it never will. */
async function untilReady(server: SupervisedProcess, address: string): Promise<string | null> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), START_LIMIT_MS);
  const gone = server.ended.then((tail) => tail || 'it ended without a word');
  const ready = waitUntilReady(address, NAMESPACE, limit.signal).then(
    () => null,
    () => `it did not answer within ${String(START_LIMIT_MS / 1000)} s`,
  );
  const failure = await Promise.race([gone, ready]);
  clearTimeout(timer);
  limit.abort();
  return failure;
}

/** The two pragmas make a file as fast as memory almost; without them runs are three to seven times slower. */
function flags({ address, uiPort, database }: Omit<Started, 'server'>): string[] {
  const [ip = '', port = ''] = address.split(':');
  return [
    ...['server', 'start-dev', '--ip', ip, '--port', port, '--log-level', 'error'],
    ...(uiPort === 'none' ? ['--headless'] : ['--ui-port', String(uiPort), '--ui-disable-news-fetch']),
    ...['--dynamic-config-value', 'frontend.enableServerVersionCheck=false'],
    ...(database === null ? [] : ['--db-filename', database.file]),
    ...(database === null ? [] : ['--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL']),
    ...Object.entries(SEARCH_ATTRIBUTES).flatMap(([name, type]) => ['--search-attribute', `${name}=${cliType(type)}`]),
  ];
}

/** The SDK says `KEYWORD`, the CLI `Keyword`. */
function cliType(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase();
}

/** A server needs none of the worker's tokens, and `TEMPORAL_…` variables are meant for clients. */
function serverEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
}
