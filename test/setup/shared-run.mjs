import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';

/** What the whole run shares, held by jest's own process. Suites learn of it through the environment. */
const shared = { folder: null, bundling: null, server: null };

/** Bundles the workflow from its sources, once a run. */
export function shareBundle(workflowsPath) {
  shared.bundling ??= bundle(workflowsPath);
  return shared.bundling;
}

export function shareServer(server) {
  shared.server = server;
  process.env.LEX_TEST_TEMPORAL_ADDRESS = server.address;
  process.env.LEX_TEST_TEMPORAL_NAMESPACE = server.namespace;
}

/** Each kind of suites calls it; the second call finds nothing left. */
export async function tearDown() {
  const { server, folder } = shared;
  Object.assign(shared, { folder: null, bundling: null, server: null });
  await server?.stop();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
}

async function bundle(workflowsPath) {
  shared.folder = mkdtempSync(join(tmpdir(), 'lex-test-'));
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('WARN') });
  const file = join(shared.folder, 'workflow-bundle.js');
  writeFileSync(file, code);
  process.env.LEX_TEST_WORKFLOW_BUNDLE = file;
}
