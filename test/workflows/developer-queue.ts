import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker';

/** The stub developers, bundled once for a suite; the queue is nobody else's. */
export async function developerQueue() {
  const workflowsPath = fileURLToPath(new URL('./developer-workflows.ts', import.meta.url));
  const workflowBundle: WorkflowBundleWithSourceMap = await bundleWorkflowCode({
    workflowsPath,
    logger: new DefaultLogger('ERROR'),
  });
  return { taskQueue: `developers-${randomUUID()}`, workflowBundle };
}
