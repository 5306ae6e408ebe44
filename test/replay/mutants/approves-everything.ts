import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { ValidationResult } from '../../../src/domain/verdict.ts';

/** Runs every check as it should and then approves, whatever they found: no command differs. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [
    {
      execute: async (input, next) => {
        const result = (await next(input)) as ValidationResult;
        const review_result = { ...result.pipeline.review_result, verdict: 'approved' as const };
        return { ...result, pipeline: { ...result.pipeline, review_result } };
      },
    },
  ],
});
