import type { Delivery } from './delivery.ts';
import type { WorkItem } from './work-item.ts';

/** The one argument of `ValidationWorkflow`. */
export interface ValidationRequest {
  work_item: WorkItem;
  /** Who is signalled on a rejection: this, else the parent workflow, else nobody. */
  developer?: DeveloperAddress;
  /** The message that brought it: its result is published when there is a verdict. */
  delivery?: Delivery;
}

/** A workflow that takes the feedback. Without `run_id` its current run gets it, also after continue-as-new. */
export interface DeveloperAddress {
  workflow_id: string;
  run_id?: string;
  /** `incorporate_feedback` by default. */
  signal?: string;
}

/** The signal that a developer workflow gets a rejection by; its payload is the `ValidationResult`. */
export const FEEDBACK_SIGNAL = 'incorporate_feedback';

/** The name that callers start it by. */
export const VALIDATION_WORKFLOW = 'ValidationWorkflow';

/** One id an attempt, so that whoever starts the same attempt twice meets the first run. */
export function validationWorkflowId(workItem: WorkItem): string {
  return `validate/${workItem.work_item_id}/${workItem.pipeline.attempt ?? 0}`;
}
