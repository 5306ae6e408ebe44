import type { Client } from '@temporalio/client';

/** `TaskQueueType` of Temporal's API, where types travel as numbers. */
const WORKFLOW_QUEUE = 1;

/** How many workers ask the queue for workflows. The server remembers each for about five minutes. */
export async function countPollers({ workflowService, options }: Client, taskQueue: string): Promise<number> {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace: options.namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: WORKFLOW_QUEUE,
  });
  return pollers?.length ?? 0;
}
