import {
  CancellationScope,
  continueAsNew,
  defineSignal,
  isCancellation,
  log,
  proxyActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import { DELIVER_SIGNAL, delayOfNextTry, type Delivery } from '../domain/delivery.ts';
import type { ValidationRequest } from '../domain/validation-request.ts';
import type { ReviewResult, ValidationResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { whyItFailed } from './infrastructure-failure.ts';

/**
 * A verdict that is known waits for the broker, or for the next stage's queue to be there: over a long weekend, tried every minute.
 * Nothing is lost after that: the result is in the history, and the same message sent again publishes it.
 */
const { publishVerdict, deadLetterWorkItem } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  scheduleToCloseTimeout: '72 hours',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  summary: 'hand it to the fleet',
});

/** What came in, and the message that waits for the result, as soon as there is one. */
export interface Received {
  workItem: unknown;
  delivery: Delivery | undefined;
}

/** From the request, or by signal from a bridge whose message met a run that somebody else had started. */
export function receiveDelivery(request: ValidationRequest | undefined): Received {
  const received: Received = { workItem: request?.work_item, delivery: request?.delivery };
  setHandler(
    defineSignal<[Delivery]>(DELIVER_SIGNAL),
    (delivery) => {
      received.delivery ??= delivery;
    },
    { description: 'A message of the fleet that waits for the result' },
  );
  return received;
}

/** A message's work item that was refused goes back with the reason, whoever refused it. A cancellation is somebody's will. */
export async function giveBack({ workItem, delivery }: Received, error: unknown): Promise<void> {
  if (delivery === undefined || isCancellation(error)) return;
  await handedOver('give the work item back', () =>
    deadLetterWorkItem({ workItem, delivery, because: whyItFailed(error) }),
  );
}

/**
 * What could not be judged is tried again after a while, as a new run under the same id, with the settings of then: an outage must not
 * burn an attempt of the developer. Returns where this verdict stands.
 */
export async function tryAgainUnlessJudged(
  request: ValidationRequest,
  received: Received,
  review: ReviewResult,
): Promise<void> {
  const { delivery } = received;
  const delayMs = delivery === undefined ? null : delayOfNextTry(delivery, review);
  if (delivery === undefined || delayMs === null) return;
  await sleep(delayMs, { summary: 'not judged: tried again after this' });
  const next = { ...request, delivery: { ...delivery, tried: (delivery.tried ?? 0) + 1 } };
  await continueAsNew<(request: ValidationRequest) => Promise<ValidationResult>>(next);
}

/** Publishes the result to the one that waits for it. Says whether the broker took it; `undefined` when nobody waits. */
export async function deliver(
  delivery: Delivery | undefined,
  result: ValidationResult,
  workItem: WorkItem,
): Promise<boolean | undefined> {
  if (delivery === undefined) return undefined;
  const original = delivery.results === 'fleet' ? { original: workItem } : {};
  return handedOver('publish the result', () => publishVerdict({ result, delivery, ...original }));
}

/** Neither a failure nor a cancellation may cost the verdict once there is one. */
async function handedOver(what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await CancellationScope.nonCancellable(work);
    return true;
  } catch (error) {
    log.error(`Could not ${what}`, { error });
    return false;
  }
}
