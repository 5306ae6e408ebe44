import { Context } from '@temporalio/activity';
import type { Checkouts } from './ports.ts';

/** Removes what a run left on this worker's machine. Other machines clear up when their workers start. */
export function createReleaseCheckout({ checkouts }: { checkouts: Pick<Checkouts, 'release'> }) {
  return async (): Promise<void> => {
    const { workflowExecution } = Context.current().info;
    if (workflowExecution !== undefined) await checkouts.release(workflowExecution.runId);
  };
}
