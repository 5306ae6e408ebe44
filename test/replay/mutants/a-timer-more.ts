import { sleep, type WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Waits before it begins. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [
    {
      execute: async (input, next) => {
        await sleep('1 second');
        return next(input);
      },
    },
  ],
});
