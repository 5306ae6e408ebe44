import type { PublishedResult } from '../activities/ports.ts';
import type { Delivery, HeaderValue } from '../domain/delivery.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import { messageId } from './message-id.ts';
import { bytesOf, MOST_MESSAGE_BYTES } from './message-size.ts';
import { DEAD_LETTER_EXCHANGE, STAGES, TASKS, VALIDATE, type NextStage } from './topology.ts';

/** A message to be published, persistent and mandatory. */
export interface OutgoingMessage {
  exchange: string;
  routingKey: string;
  messageId?: string;
  correlationId?: string;
  priority?: number;
  headers: Record<string, HeaderValue>;
  body: unknown;
}

/** The task of one function of one runner: these headers name it, and are never carried over to the next. */
const OF_THE_FUNCTION = ['function', 'function_id', 'runner_class', 'runner_namespace', 'namespace_id'];

/** The message that carries a result to where the delivery says. Too long for the fleet is a bug: the door leaves room for a verdict. */
export function resultMessage(published: PublishedResult): OutgoingMessage {
  const message = published.delivery.results === 'direct' ? toNextStage(published) : toTasker(published);
  if (bytesOf(message.body) > MOST_MESSAGE_BYTES)
    throw new Error(`The result is longer than ${MOST_MESSAGE_BYTES} bytes`);
  return message;
}

/** Who goes on with the work item: what relationships 6, 7 and 8 of the fleet's manifest say, with the item's own limit. */
export function nextStage({ pipeline, config }: ValidationResult, delivery: Delivery): NextStage {
  if (pipeline.review_result.verdict === 'approved') return 'ship';
  const limit = config.implementation?.max_iterations ?? delivery.max_iterations;
  return (pipeline.attempt ?? 0) >= limit - 1 ? 'assessor' : 'developer';
}

function toNextStage({ result, delivery }: PublishedResult): OutgoingMessage {
  const { exchange, routingKey, runnerClass, function: name } = STAGES[nextStage(result, delivery)];
  const ids = Object.entries(delivery.headers).filter(([header]) => !OF_THE_FUNCTION.includes(header));
  return {
    ...propertiesOf(result, delivery),
    exchange,
    routingKey,
    headers: { ...Object.fromEntries(ids), runner_class: runnerClass, function: name },
    body: envelopeOf(result),
  };
}

/**
 * What a runner's wrapper publishes after `validate` (contract 2.4). The inbound `results` are not repeated beside the fresh `result`:
 * the tasker would forward the old ones.
 */
function toTasker({ result, delivery, original }: PublishedResult): OutgoingMessage {
  const headers = { runner_class: VALIDATE.runnerClass, function: VALIDATE.function, ...delivery.headers };
  const body = { ...headers, result: envelopeOf(result) };
  const whole = original === undefined ? body : { ...body, original_args: { work_item: original } };
  const fits = bytesOf(whole) <= MOST_MESSAGE_BYTES;
  return { ...propertiesOf(result, delivery), ...TASKS, headers, body: fits ? whole : body };
}

/** Nothing of how this run told others: the first message and each later one are the same. */
function envelopeOf({ success, work_item, config, pipeline }: ValidationResult) {
  return { success, work_item, config, pipeline };
}

function propertiesOf(result: ValidationResult, { correlation_id, priority }: Delivery) {
  return {
    messageId: messageId(result),
    ...(correlation_id === undefined ? {} : { correlationId: correlation_id }),
    ...(priority === undefined ? {} : { priority }),
  };
}

/** A work item that was taken from the queue and then refused by the run. */
export function returnedWorkItem(workItem: unknown, delivery: Delivery, because: string): OutgoingMessage {
  return {
    exchange: DEAD_LETTER_EXCHANGE,
    routingKey: '',
    headers: { ...delivery.headers, ...reasonHeaders('refused', because) },
    body: { work_item: workItem },
  };
}

/** Why a message is among the dead letters; the sentence is cut to what a header may well hold. */
export function reasonHeaders(reason: string, detail: string): Record<string, string> {
  return { 'x-lex-validator-reason': reason, 'x-lex-validator-detail': detail.slice(0, 1_000) };
}
