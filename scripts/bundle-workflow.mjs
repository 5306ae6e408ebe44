import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { PROJECT } from './setup/project.mjs';

/** Writes `dist/workflow-bundle.js` from the compiled workflow. Moved into place, for a worker may be reading it. */
const { code } = await bundleWorkflowCode({
  workflowsPath: join(PROJECT, 'dist/src/workflows/index.js'),
  logger: new DefaultLogger('WARN'),
});
const target = join(PROJECT, 'dist/workflow-bundle.js');
writeFileSync(`${target}.new`, code);
renameSync(`${target}.new`, target);
