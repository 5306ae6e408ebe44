import { digestOf, filesBelow, isStamped, writeStamp } from './digest.mjs';
import { runProgram } from './run-program.mjs';

const STAMP = 'dist/.bundled';

const digest = () =>
  digestOf([
    ...['dist/src/workflows', 'dist/src/domain'].flatMap((folder) => filesBelow(folder, '.js')),
    'package-lock.json',
  ]);

/** The workflow code as one file, so that a worker starts without bundling it anew. */
export const workflowBundle = {
  title: 'bundling the workflow',
  isNeeded: () => !isStamped(STAMP, digest()),
  run: async () => {
    await runProgram('bundling the workflow', process.execPath, ['scripts/bundle-workflow.mjs']);
    writeStamp(STAMP, digest());
  },
};
