import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

const SWAPPED: Record<string, string> = { readPrComments: 'comparePrHead', comparePrHead: 'readPrComments' };

/** Looks at the head before it reads the comments. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  outbound: [
    {
      scheduleActivity: (input, next) =>
        next({ ...input, activityType: SWAPPED[input.activityType] ?? input.activityType }),
    },
  ],
});
