import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, filesBelow, isStamped, writeStamp } from './digest.mjs';
import { PROJECT } from './project.mjs';
import { runProgram } from './run-program.mjs';

const STAMP = 'dist/.compiled';
const SOURCES = ['src', 'examples', 'bench'];
const SETTINGS = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

const digest = () => digestOf([...SOURCES.flatMap((folder) => filesBelow(folder, '.ts')), ...SETTINGS]);

/** JavaScript in `dist` from the TypeScript sources. */
export const compiledCode = {
  title: 'compiling',
  isNeeded: () => !isStamped(STAMP, digest()),
  run: async () => {
    const compiling = digest();
    rmSync(join(PROJECT, STAMP), { force: true }); // A compilation that fails leaves code of two versions behind.
    await runProgram('tsc', process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json']);
    removeOrphans();
    writeStamp(STAMP, compiling);
  },
};

/** What was compiled from a source that is gone must go too, or it would still be found, and packed. */
function removeOrphans() {
  for (const path of SOURCES.flatMap((folder) => filesBelow(join('dist', folder), ''))) {
    const source = path.slice('dist/'.length).replace(/(\.d\.ts|\.js)(\.map)?$/, '.ts');
    if (source.endsWith('.ts') && !existsSync(join(PROJECT, source))) rmSync(join(PROJECT, path));
  }
}
