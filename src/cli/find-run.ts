import { WorkflowNotFoundError, type Client, type WorkflowExecutionDescription } from '@temporalio/client';
import { UsageError } from './usage-error.ts';

/** Finds a run by its workflow id, or by a work item's id: then the newest attempt. */
export async function findRun(client: Client, id: string): Promise<WorkflowExecutionDescription> {
  const workflowId = id.startsWith('validate/') ? id : await newestAttempt(client, id);
  try {
    return await client.workflow.getHandle(workflowId).describe();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new UsageError(`There is no run ${workflowId}.`);
    throw error;
  }
}

async function newestAttempt(client: Client, workItemId: string): Promise<string> {
  const prefix = `validate/${workItemId}/`.replaceAll(/["'\\]/g, '');
  const runs = client.workflow.list({ query: `WorkflowId STARTS_WITH "${prefix}"` });
  const found: string[] = [];
  for await (const { workflowId } of runs) found.push(workflowId);
  const attempts = found.map((workflowId) => Number(workflowId.slice(prefix.length))).filter(Number.isInteger);
  if (attempts.length === 0) throw new UsageError(`There is no run of the work item ${workItemId}.`);
  return `${prefix}${Math.max(...attempts)}`;
}
