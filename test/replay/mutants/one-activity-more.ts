import { proxyActivities, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Activities } from '../../../src/activities/index.ts';

const { recordVerdict } = proxyActivities<Activities>({ startToCloseTimeout: '1 minute' });

/** Records the verdict twice. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [
    {
      execute: async (input, next) => {
        const result = await next(input);
        await recordVerdict({ result: result as never });
        return result;
      },
    },
  ],
});
