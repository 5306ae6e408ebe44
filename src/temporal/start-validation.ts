import type { Client, WorkflowHandle, WorkflowStartOptions } from '@temporalio/client';
import { VALIDATION_WORKFLOW, validationWorkflowId, type ValidationRequest } from '../domain/validation-request.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';

/** In UTF-8 bytes: what Temporal takes as a static summary. */
const SUMMARY_BYTES = 200;

export type ValidationRun = (request: ValidationRequest) => Promise<ValidationResult>;
export type ValidationHandle = WorkflowHandle<ValidationRun>;

/** What to do where a run of the same attempt is closed (`workflowIdReusePolicy`), and where one is open. */
export type RunPolicies = Pick<WorkflowStartOptions, 'workflowIdReusePolicy' | 'workflowIdConflictPolicy'>;

/** Starts the run of an attempt under its one id. Throws `WorkflowExecutionAlreadyStartedError` where the policies forbid it. */
export function startRun(
  request: ValidationRequest,
  { client, taskQueue }: { client: Client; taskQueue: string },
  policies: RunPolicies,
): Promise<ValidationHandle> {
  return client.workflow.start<ValidationRun>(VALIDATION_WORKFLOW, {
    workflowId: validationWorkflowId(request.work_item),
    ...policies,
    taskQueue,
    args: [request],
    staticSummary: summaryOf(request.work_item),
  });
}

/** A stored verdict answers only for the commit that it names: another commit under the same attempt is judged anew. */
export function judgesTheSame({ pipeline }: ValidationResult, { pipeline: { head_sha } }: WorkItem): boolean {
  return (
    pipeline.review_result.judged && (head_sha == null || head_sha.toLowerCase() === pipeline.head_sha?.toLowerCase())
  );
}

function summaryOf({ title, repo }: WorkItem): string {
  const text = `${title ?? 'no title'} (${repo.owner}/${repo.name})`.replace(/\s+/g, ' ');
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, SUMMARY_BYTES)).replace(/\uFFFD+$/, '');
}
