import { isCancellation, proxySinks, type Sinks, type WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import type { Ending } from './ending.ts';

export interface ProbeSinks extends Sinks {
  probe: { ended: (ending: Ending) => void };
}

const { probe } = proxySinks<ProbeSinks>();

/** Tells the test how the workflow ends today: a replay compares commands, and never looks at what a workflow returns. */
export const interceptors: WorkflowInterceptorsFactory = () => ({
  inbound: [
    {
      execute: async (input, next) => {
        try {
          const result = await next(input);
          probe.ended({ kind: 'completed', result: result as ValidationResult });
          return result;
        } catch (error) {
          probe.ended({ kind: isCancellation(error) ? 'cancelled' : 'failed' });
          throw error;
        }
      },
    },
  ],
});
