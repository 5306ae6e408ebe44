import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from './setup/project.mjs';

/** Runs every shape of `test/replay/shapes.ts` on a real server and writes what it sees to `test/histories`. */
const jest = join(PROJECT, 'node_modules/jest/bin/jest.js');
const suite = ['--selectProjects', 'server', '--', 'test/workflows/record-histories.test.ts'];
const { status } = spawnSync(process.execPath, ['--experimental-vm-modules', jest, ...suite], {
  cwd: PROJECT,
  stdio: 'inherit',
  env: { ...process.env, LEX_RECORD_HISTORIES: '1' },
});
process.exitCode = status ?? 1;
