import type { AsyncMessage } from 'rabbitmq-client';
import { isRefusal, type DeliveredRequest, type HandOver } from '../temporal/hand-over.ts';
import type { Settled } from '../transport/consumer.ts';
import { deadLetterOf } from '../transport/dead-letters.ts';
import { decideDisposition, type DeliveryRule, type Disposition } from '../transport/disposition.ts';
import { errorText } from '../transport/error-code.ts';
import type { Publisher } from '../transport/publisher.ts';
import { backOff } from './back-off.ts';
import type { BridgeLog } from './bridge-log.ts';
import type { Outage } from './outage.ts';

export interface SettleOptions {
  rule: DeliveryRule;
  handOver: (request: DeliveredRequest) => Promise<HandOver>;
  publisher: Publisher;
  log: BridgeLog;
  temporal: Outage;
  deadLetters: Outage;
  /** Temporal has been away for longer than a message may be held. */
  giveUp: () => void;
  /** From now on nothing more is waited for. */
  signal: AbortSignal;
}

/** In milliseconds. A restart of Temporal passes unnoticed, and no broker takes the message for stuck. */
const LONGEST_HOLD_MS = 30_000;

/** Takes a message to its end: handed over to Temporal, among the dead letters, or back on the queue. Never throws. */
export function createSettle(options: SettleOptions): (message: AsyncMessage) => Promise<Settled> {
  return async (message) => {
    const disposition = decideDisposition(message, options.rule);
    return disposition.kind === 'dead-letter'
      ? deadLetter(message, disposition, options)
      : handOverPatiently(message, disposition.request, options);
  };
}

async function handOverPatiently(
  message: AsyncMessage,
  request: DeliveredRequest,
  options: SettleOptions,
): Promise<Settled> {
  const until = Date.now() + LONGEST_HOLD_MS;
  for (let attempt = 0; Date.now() < until; attempt++) {
    try {
      const how = await options.handOver(request);
      options.temporal.over();
      options.log.info({ ...idsOf(message), ...idsOfItem(request), how }, 'handed over');
      return 'done';
    } catch (error) {
      if (isRefusal(error)) return deadLetter(message, refused(error), options);
      options.temporal.began(error);
    }
    if (!(await backOff(attempt, options.signal))) return 'return';
  }
  options.giveUp();
  return 'return';
}

/** Held until the dead letters have it: an unreadable message that is lost is one that nobody can look at. */
async function deadLetter(
  message: AsyncMessage,
  { reason, detail }: Extract<Disposition, { kind: 'dead-letter' }>,
  { publisher, log, deadLetters, signal }: SettleOptions,
): Promise<Settled> {
  for (let attempt = 0; ; attempt++) {
    try {
      await publisher.publish(deadLetterOf(message, { reason, detail }), message.body);
      deadLetters.over();
      log.warn({ ...idsOf(message), reason, detail }, 'dead-lettered');
      return 'done';
    } catch (error) {
      deadLetters.began(error);
    }
    if (!(await backOff(attempt, signal))) return 'return';
  }
}

function refused(error: unknown): Extract<Disposition, { kind: 'dead-letter' }> {
  return { kind: 'dead-letter', reason: 'refused', detail: `Temporal refuses it: ${errorText(error)}` };
}

function idsOf({ messageId, headers, redelivered }: AsyncMessage) {
  const { task_id } = (headers ?? {}) as Record<string, unknown>;
  return { message_id: messageId, task_id, redelivered };
}

function idsOfItem({ work_item }: DeliveredRequest) {
  return { work_item: work_item.work_item_id, attempt: work_item.pipeline.attempt ?? 0 };
}
