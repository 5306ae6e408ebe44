import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { ValidationHandle } from '../client.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import { linesOfProgress, linesOfReview, type CheckLine } from '../report/check-lines.ts';
import { askProgress } from './follow-run.ts';
import { workflowIdOf, type RunId } from './run-id.ts';

/** What is known of a run. */
export interface FoundRun {
  workflowId: string;
  /** Temporal's word: RUNNING, COMPLETED, FAILED, CANCELLED, … */
  state: string;
  /** Empty where nobody could be asked. */
  checks: CheckLine[];
  /** Of a run that completed. */
  result: ValidationResult | null;
}

/** Asks a server; `null` where it knows no such run. */
export async function findRun(client: Client, id: RunId): Promise<FoundRun | null> {
  const attempt = id.attempt ?? (await newestAttempt(client, id.workItemId));
  if (attempt === null) return null;
  const workflowId = workflowIdOf({ workItemId: id.workItemId, attempt });
  const handle: ValidationHandle = client.workflow.getHandle(workflowId);
  try {
    const { status } = await handle.describe();
    if (status.name === 'COMPLETED') return completedRun(workflowId, await handle.result());
    const progress = await askProgress(handle);
    return {
      workflowId,
      state: status.name,
      checks: linesOfProgress(progress?.checks ?? [], Date.now()),
      result: null,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

export function completedRun(workflowId: string, result: ValidationResult): FoundRun {
  return { workflowId, state: 'COMPLETED', checks: linesOfReview(result.pipeline.review_result), result };
}

async function newestAttempt(client: Client, workItemId: string): Promise<number | null> {
  if (/["'\\]/.test(workItemId)) return null;
  const prefix = `validate/${workItemId}/`;
  const attempts: number[] = [];
  for await (const run of client.workflow.list({ query: `WorkflowId STARTS_WITH "${prefix}"` })) {
    const attempt = Number(run.workflowId.slice(prefix.length));
    if (Number.isInteger(attempt)) attempts.push(attempt);
  }
  return attempts.length === 0 ? null : Math.max(...attempts);
}
