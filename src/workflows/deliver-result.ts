import type { Delivery } from '../domain/delivery.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { deliver } from './deliver.ts';

/** One argument: a result as it was stored, and the message that asks for it. */
export interface StoredResult {
  result: ValidationResult;
  delivery: Delivery;
  /** As the message has it. */
  work_item: WorkItem;
}

/** Publishes the result of an attempt that has been judged already once more, unchanged. Says whether the broker took it. */
export async function DeliverResultWorkflow({ result, delivery, work_item }: StoredResult): Promise<boolean> {
  return (await deliver(delivery, result, work_item)) === true;
}
