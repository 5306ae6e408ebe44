import type { Delivery } from '../domain/delivery.ts';
import type { ValidationRequest } from '../domain/validation-request.ts';
import { readMessage, type DeadLetterReason, type IncomingMessage } from './message-in.ts';

/** What is to be done with a message, decided before anything is done. */
export type Disposition =
  | { kind: 'hand-over'; request: ValidationRequest & { delivery: Delivery } }
  | { kind: 'dead-letter'; reason: DeadLetterReason; detail: string };

/** The part of a delivery that the settings say. */
export type DeliveryRule = Pick<Delivery, 'results' | 'max_iterations' | 'retry'>;

/** Pure: the same message under the same settings is treated alike, whenever it comes. */
export function decideDisposition(message: IncomingMessage, rule: DeliveryRule): Disposition {
  const reading = readMessage(message);
  if (reading.kind === 'unreadable') return { kind: 'dead-letter', reason: reading.reason, detail: reading.detail };
  return { kind: 'hand-over', request: { work_item: reading.workItem, delivery: { ...reading.message, ...rule } } };
}
