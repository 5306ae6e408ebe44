import type { AsyncMessage, Envelope } from 'rabbitmq-client';
import type { DeadLetterReason } from './message-in.ts';
import { reasonHeaders } from './message-out.ts';
import { DEAD_LETTER_EXCHANGE } from './topology.ts';

/** By these the broker would send copies elsewhere. */
const ROUTING_HEADERS = ['CC', 'BCC'];

/**
 * A copy of a message for the dead letters, with the reason: a plain rejection could not say it. The body stays as it came, and of the
 * properties what a person or a tool needs to send it again; it never expires.
 */
export function deadLetterOf(
  { contentType, contentEncoding, correlationId, messageId, type, appId, priority, headers = {} }: AsyncMessage,
  { reason, detail }: { reason: DeadLetterReason; detail: string },
): Envelope {
  const kept = Object.entries(headers as Record<string, unknown>).filter(([name]) => !ROUTING_HEADERS.includes(name));
  return {
    ...{ contentType, contentEncoding, correlationId, messageId, type, appId, priority },
    exchange: DEAD_LETTER_EXCHANGE,
    routingKey: '',
    headers: { ...Object.fromEntries(kept), ...reasonHeaders(reason, detail) },
  };
}
