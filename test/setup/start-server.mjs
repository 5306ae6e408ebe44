import { join } from 'node:path';
import { connectClient, loopbackTarget } from '../../dist/src/temporal/connect.js';
import { startEmbeddedServer } from '../../dist/src/temporal/embedded-server.js';
import { explainMissingTemporal, findTemporalCli } from '../../dist/src/temporal/find-temporal-cli.js';
import { registerSearchAttributes } from '../../dist/src/temporal/search-attributes.js';
import { shareBundle, shareServer } from './shared-run.mjs';

/** Before suites that talk to a server: one for the whole run, in memory, or the one that TEMPORAL_ADDRESS names. */
export default async function setUp({ rootDir }) {
  await Promise.all([start().then(shareServer), shareBundle(join(rootDir, 'src/workflows/index.ts'))]);
}

async function start() {
  const found = findTemporalCli();
  if (found.kind === 'missing') throw new Error(explainMissingTemporal(found.because));
  if (found.kind === 'binary') return await startEmbeddedServer({ cli: found.path, uiPort: 'none' });
  const server = { address: found.address, namespace: process.env.TEMPORAL_NAMESPACE ?? 'default' };
  await prepare(server);
  return { ...server, stop: async () => undefined };
}

/** A server of the user's own lacks our search attributes as yet. */
async function prepare(server) {
  const { connection } = await connectClient(loopbackTarget(server));
  await registerSearchAttributes(connection, server.namespace);
  await connection.close();
}
