import { join } from 'node:path';
import { packageRoot } from './temporal/package-root.ts';

/**
 * The validation workflow as one file, for a worker of your own or to replay a recorded history:
 * `Worker.runReplayHistory({ workflowBundle }, history)`.
 */
export const workflowBundle = { codePath: join(packageRoot(), 'dist', 'workflow-bundle.js') };
