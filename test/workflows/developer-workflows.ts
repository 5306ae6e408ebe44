import { condition, defineQuery, defineSignal, executeChild, setHandler } from '@temporalio/workflow';
import { FEEDBACK_SIGNAL, VALIDATION_WORKFLOW } from '../../src/domain/validation-request.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';

export const feedbackQuery = defineQuery<ValidationResult[]>('feedback');
export const goHomeSignal = defineSignal('go_home');

/** Takes feedback under the given names until it is sent home, and returns all that it got. */
export async function ListeningDeveloper(...signals: string[]): Promise<ValidationResult[]> {
  const feedback = takeFeedback(signals.length > 0 ? signals : [FEEDBACK_SIGNAL]);
  let home = false;
  setHandler(goHomeSignal, () => void (home = true));
  await condition(() => home);
  return feedback;
}

export interface ChildCall {
  workflowId: string;
  taskQueue: string;
  request: unknown;
}

/** Starts the validation as its child, as the developer of a fleet does. */
export async function ParentDeveloper({ workflowId, taskQueue, request }: ChildCall) {
  const feedback = takeFeedback([FEEDBACK_SIGNAL]);
  const result = await executeChild<(request: unknown) => Promise<ValidationResult>>(VALIDATION_WORKFLOW, {
    workflowId,
    taskQueue,
    args: [request],
  });
  return { result, feedback };
}

function takeFeedback(signals: string[]): ValidationResult[] {
  const feedback: ValidationResult[] = [];
  for (const name of signals) {
    setHandler(defineSignal<[ValidationResult]>(name), (result) => void feedback.push(result));
  }
  setHandler(feedbackQuery, () => feedback);
  return feedback;
}
