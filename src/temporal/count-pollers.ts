import type { Client } from '@temporalio/client';

/** `TASK_QUEUE_TYPE_WORKFLOW` of Temporal's API, where types travel as numbers. */
const WORKFLOW_QUEUE = 1;

/** How many workers ask the queue for workflows. The server remembers each for about five minutes. */
export async function countPollers({ workflowService, options }: Client, taskQueue: string): Promise<number> {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace: options.namespace,
    taskQueue: { name: taskQueue },
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum is in a package that is not ours to import
    taskQueueType: WORKFLOW_QUEUE,
  });
  return pollers.length;
}
