import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { DELIVER_RESULT_WORKFLOW, DELIVER_SIGNAL, type Delivery } from '../domain/delivery.ts';
import { validationWorkflowId, type ValidationRequest } from '../domain/validation-request.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import { judgesTheSame, startRun, type ValidationHandle } from './start-validation.ts';

export type DeliveredRequest = ValidationRequest & { delivery: Delivery };

/** What became of a work item: Temporal holds it now, in one of three ways. */
export type HandOver = 'started' | 'joined' | 'published-again';

export interface HandOverOptions {
  client: Client;
  taskQueue: string;
}

/** A run may end between two questions about it; more often than this it does not. */
const ROUNDS = 5;

/**
 * Gives a work item to Temporal, so that its message may be acknowledged: starts the run of its attempt, or joins the one that is open,
 * or has the stored result of the one that judged it published again. An attempt is judged once, however often its message comes.
 */
export async function handOver(request: DeliveredRequest, options: HandOverOptions): Promise<HandOver> {
  for (let round = 0; round < ROUNDS; round++) {
    if (await starts(request, options, 'ALLOW_DUPLICATE_FAILED_ONLY')) return 'started';
    const handOver = await meet(request, options);
    if (handOver !== null) return handOver;
  }
  throw new Error(`The runs of ${validationWorkflowId(request.work_item)} come and go too fast`);
}

/** gRPC's `INVALID_ARGUMENT`: the server looked at the request and will never take it. */
const INVALID_ARGUMENT = 3;

/** Whether another attempt with the same work item must fail the same. All else is an outage. */
export function isRefusal(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code === INVALID_ARGUMENT || cause?.code === INVALID_ARGUMENT;
}

/** The run that is there already; `null` where it has just ended, or begun. */
async function meet(request: DeliveredRequest, options: HandOverOptions): Promise<HandOver | null> {
  const earlier: ValidationHandle = options.client.workflow.getHandle(validationWorkflowId(request.work_item));
  const { status } = await earlier.describe();
  if (status.name !== 'COMPLETED') return (await joins(earlier, request.delivery)) ? 'joined' : null;
  const result = await earlier.result();
  if (!judgesTheSame(result, request.work_item))
    return (await starts(request, options, 'ALLOW_DUPLICATE')) ? 'started' : null;
  await publishAgain(result, request, options);
  return 'published-again';
}

/** A run that nobody's message had started learns of this one; one that has a message keeps it. */
async function joins(run: ValidationHandle, delivery: Delivery): Promise<boolean> {
  try {
    await run.signal(DELIVER_SIGNAL, delivery);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

async function publishAgain(
  result: ValidationResult,
  { work_item, delivery }: DeliveredRequest,
  { client, taskQueue }: HandOverOptions,
): Promise<void> {
  await client.workflow.start(DELIVER_RESULT_WORKFLOW, {
    workflowId: validationWorkflowId(work_item).replace(/^validate/, 'publish'),
    workflowIdConflictPolicy: 'USE_EXISTING',
    taskQueue,
    args: [{ result, delivery, work_item }],
    staticSummary: 'the stored result, published again',
  });
}

async function starts(
  request: DeliveredRequest,
  options: HandOverOptions,
  workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY' | 'ALLOW_DUPLICATE',
): Promise<boolean> {
  try {
    await startRun(request, options, { workflowIdReusePolicy, workflowIdConflictPolicy: 'FAIL' });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
}
