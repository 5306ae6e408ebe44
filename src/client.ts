import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { explainVerdict, type Explanation } from './domain/explain-verdict.ts';
import { validationWorkflowId, type DeveloperAddress, type ValidationRequest } from './domain/validation-request.ts';
import type { ValidationProgress } from './domain/validation-progress.ts';
import type { ValidationResult } from './domain/verdict.ts';
import type { WorkItem } from './domain/work-item.ts';
import { InvalidWorkItem } from './intake/invalid-work-item.ts';
import { findDeveloperProblems } from './intake/read-developer.ts';
import { readWorkItem } from './intake/read-work-item.ts';
import { loadSettings } from './settings.ts';
import { connectClient, temporalTarget } from './temporal/connect.ts';
import { judgesTheSame, startRun, type ValidationHandle } from './temporal/start-validation.ts';

export type { ValidationHandle };

export interface ValidationOptions {
  client: Client;
  /** `lex-validator` by default: the queue that the workers of the settings poll. */
  taskQueue?: string;
}

/** What a caller hands over: the work item as the fleet has it, unchecked, and whom to tell of a rejection. */
export interface ValidationCall {
  work_item: unknown;
  developer?: DeveloperAddress;
}

/**
 * Validates and waits for the result: what the Ruby gem's `Validator.validate` returns. Throws `InvalidWorkItem` for a bad one.
 * Without a client it connects as the settings of this folder and environment say, for this call alone.
 */
export async function validate(call: ValidationCall, options?: ValidationOptions): Promise<ValidationResult> {
  if (options !== undefined) return (await startValidation(call, options)).result();
  const { temporal } = loadSettings({ env: process.env, cwd: process.cwd() });
  const client = await connectClient(temporalTarget(temporal));
  try {
    return await validate(call, { client, taskQueue: temporal.task_queue });
  } finally {
    await client.connection.close();
  }
}

/**
 * Starts the validation of an attempt, or attaches to the one that is running or has judged it: an attempt is judged once.
 * A run that failed, was cancelled or could not judge is no judgement, so then a new one starts under the same id.
 */
export async function startValidation(call: ValidationCall, options: ValidationOptions): Promise<ValidationHandle> {
  const workItem = checked(call);
  try {
    return await start(workItem, call.developer, options, 'ALLOW_DUPLICATE_FAILED_ONLY');
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const earlier: ValidationHandle = options.client.workflow.getHandle(validationWorkflowId(workItem));
    if (judgesTheSame(await earlier.result(), workItem)) return earlier;
    return start(workItem, call.developer, options, 'ALLOW_DUPLICATE');
  }
}

/** Why a finished run's verdict is what it is, and what would turn it round. Waits for a run that is not finished. */
export async function explain(workflowId: string, { client }: { client: Client }): Promise<Explanation> {
  const { pipeline } = (await client.workflow.getHandle(workflowId).result()) as ValidationResult;
  return explainVerdict(pipeline.review_result, pipeline.review_result.gate);
}

/** The checks of a run as they are now. */
export function progress(workflowId: string, { client }: { client: Client }): Promise<ValidationProgress> {
  return client.workflow.getHandle(workflowId).query<ValidationProgress>('progress');
}

function checked({ work_item, developer }: ValidationCall): WorkItem {
  const reading = readWorkItem(work_item);
  if (reading.kind === 'invalid') throw new InvalidWorkItem(reading.fields);
  const unreachable = findDeveloperProblems(developer);
  if (unreachable.length > 0) throw new InvalidWorkItem(unreachable);
  return reading.workItem;
}

function start(
  workItem: WorkItem,
  developer: DeveloperAddress | undefined,
  { client, taskQueue = 'lex-validator' }: ValidationOptions,
  workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY' | 'ALLOW_DUPLICATE',
): Promise<ValidationHandle> {
  const request: ValidationRequest =
    developer === undefined ? { work_item: workItem } : { work_item: workItem, developer };
  return startRun(request, { client, taskQueue }, { workflowIdReusePolicy, workflowIdConflictPolicy: 'USE_EXISTING' });
}
