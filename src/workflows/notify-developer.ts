import { CancellationScope, getExternalWorkflowHandle, log, workflowInfo } from '@temporalio/workflow';
import { FEEDBACK_SIGNAL, type DeveloperAddress } from '../domain/validation-request.ts';
import type { ValidationResult } from '../domain/verdict.ts';

/** A server that does not answer must not hold the verdict back. */
const SIGNAL_LIMIT = '20 seconds';

/**
 * Signals the developer workflow on a rejection, once. Says whether it took the signal; `undefined` when nobody was to be told.
 * A developer workflow that is missing or closed never changes the verdict, nor does a cancellation that comes now.
 */
export async function notifyDeveloper(
  developer: DeveloperAddress | undefined,
  result: ValidationResult,
): Promise<boolean | undefined> {
  const address = developer ?? parentWorkflow();
  if (address === undefined || result.pipeline.review_result.verdict === 'approved') return undefined;
  try {
    await CancellationScope.nonCancellable(() =>
      CancellationScope.withTimeout(SIGNAL_LIMIT, () =>
        getExternalWorkflowHandle(address.workflow_id, address.run_id).signal(
          address.signal ?? FEEDBACK_SIGNAL,
          result,
        ),
      ),
    );
    return true;
  } catch (error) {
    log.warn('The developer workflow did not take the feedback', { developer: address.workflow_id, error });
    return false;
  }
}

function parentWorkflow(): DeveloperAddress | undefined {
  const { parent } = workflowInfo();
  return parent === undefined ? undefined : { workflow_id: parent.workflowId, run_id: parent.runId };
}
