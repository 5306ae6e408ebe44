import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectClient, loopbackTarget } from '../../src/temporal/connect.ts';
import { startEmbeddedServer } from '../../src/temporal/embedded-server.ts';
import type { EmbeddedServer } from '../../src/temporal/embedded-server.ts';
import { findTemporalCli } from '../../src/temporal/find-temporal-cli.ts';
import { knownSearchAttributes } from '../../src/temporal/search-attributes.ts';
import { SEARCH_ATTRIBUTES } from '../../src/domain/search-attributes.ts';
import { TemporalUnreachable } from '../../src/temporal/temporal-unreachable.ts';

/** These suites start servers of their own even where the run uses one that is there already. */
function cli(): string {
  const found = findTemporalCli({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
  if (found.kind !== 'binary') throw new Error('Set-up fetches the Temporal CLI: node scripts/setup.mjs');
  return found.path;
}

describe('the embedded server', () => {
  let folder: string;
  const running: EmbeddedServer[] = [];
  const start = async (options: Partial<Parameters<typeof startEmbeddedServer>[0]> = {}): Promise<EmbeddedServer> => {
    const server = await startEmbeddedServer({ cli: cli(), uiPort: 'none', ...options });
    running.push(server);
    return server;
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-server-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    rmSync(folder, { recursive: true });
  });

  it('answers as soon as it is there, and knows our search attributes', async () => {
    const client = await connectClient(loopbackTarget(await start()));
    expect(await knownSearchAttributes(client.connection, 'default')).toEqual(Object.keys(SEARCH_ATTRIBUTES));
    await client.connection.close();
  });

  it('still has its runs after a restart', async () => {
    const dbFile = join(folder, 'temporal.db');
    const first = await start({ dbFile });
    const client = await connectClient(loopbackTarget(first));
    await client.workflow.start('ValidationWorkflow', { workflowId: 'validate/kept/0', taskQueue: 'nobody', args: [] });
    await client.connection.close();
    await first.stop();

    const second = await start({ dbFile });
    expect(second.dbFile).toBe(dbFile);
    const again = await connectClient(loopbackTarget(second));
    expect((await again.workflow.getHandle('validate/kept/0').describe()).status.name).toBe('RUNNING');
    await again.connection.close();
  });

  it('keeps its hands off the database of another server', async () => {
    const dbFile = join(folder, 'temporal.db');
    const [first, second] = await Promise.all([start({ dbFile }), start({ dbFile })]);
    expect(new Set([first.dbFile, second.dbFile])).toEqual(new Set([dbFile, join(folder, 'temporal-2.db')]));
    expect(first.address).not.toBe(second.address);
  });

  it('serves its user interface where it says', async () => {
    const { uiUrl } = await startEmbeddedServer({ cli: cli() }).then((server) => (running.push(server), server));
    expect((await fetch(`${uiUrl!}/namespaces/default/workflows`)).status).toBe(200);
  });

  it('serves the runs of a database at the same address after a restart, and at another while that is taken', async () => {
    const dbFile = join(folder, 'temporal.db');
    const serve = async (): Promise<EmbeddedServer> => start({ dbFile, uiPort: undefined });
    const first = await serve();
    await first.stop();
    const second = await serve();
    expect(second.uiUrl).toBe(first.uiUrl);
    await second.stop();

    const stranger = createServer();
    const port = Number(new URL(first.uiUrl!).port);
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve));
    expect((await serve()).uiUrl).not.toBe(first.uiUrl);
    await new Promise((resolve) => stranger.close(resolve));
  });

  it('is gone after stop, and stopping twice is no error', async () => {
    const server = await start();
    await server.stop();
    await server.stop();
    await expect(connectClient(loopbackTarget(server))).rejects.toThrow(TemporalUnreachable);
  });

  it('says why it did not start, and gives the database back', async () => {
    const dbFile = join(folder, 'temporal.db');
    await expect(start({ cli: '/nowhere/temporal', dbFile })).rejects.toThrow('/nowhere/temporal');
    await expect(start({ cli: '/bin/false' })).rejects.toThrow('did not start');
    expect((await start({ dbFile })).dbFile).toBe(dbFile);
  });

  it('says which fixed port is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    await expect(start({ uiPort: port })).rejects.toThrow(`127.0.0.1:${String(port)}`);
    await new Promise((resolve) => taken.close(resolve));
  });
});
