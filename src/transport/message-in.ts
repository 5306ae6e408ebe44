import type { Delivery } from '../domain/delivery.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { describeBadFields } from '../intake/invalid-work-item.ts';
import { readWorkItem } from '../intake/read-work-item.ts';
import { bytesOf, MOST_MESSAGE_BYTES, RESERVED_FOR_A_VERDICT_BYTES } from './message-size.ts';
import { carriedHeaders } from './headers.ts';

/** The parts of a message from the broker that we look at. */
export interface IncomingMessage {
  body: unknown;
  headers?: Record<string, unknown>;
  contentEncoding?: string;
  correlationId?: string;
  messageId?: string;
  priority?: number;
}

/** Why a message can never become a run: the word in the dead letter's header. */
export type DeadLetterReason =
  'encrypted' | 'encoding' | 'too-large' | 'not-json' | 'no-work-item' | 'invalid-work-item' | 'refused';

/** `detail` is one sentence for the operator, and holds nothing of the payload. */
export type Reading =
  | { kind: 'work-item'; workItem: WorkItem; message: Pick<Delivery, 'headers' | 'correlation_id' | 'priority'> }
  | { kind: 'unreadable'; reason: DeadLetterReason; detail: string };

/** Reads every envelope in which the fleet hands a work item over (contract 2.2). Never throws. */
export function readMessage(message: IncomingMessage): Reading {
  const body = readBody(message);
  if (body.kind === 'unreadable') return body;
  const found = findWorkItem(body.document);
  if (found === undefined)
    return unreadable('no-work-item', 'there is no work_item in the message, nor in its results or args');
  const reading = readWorkItem(found);
  if (reading.kind === 'invalid') return unreadable('invalid-work-item', describeBadFields(reading.fields));
  const { workItem } = reading;
  if (!leavesRoom(workItem))
    return unreadable('too-large', `the work item leaves no room for a verdict in ${MOST_MESSAGE_BYTES} bytes`);
  return { kind: 'work-item', workItem, message: propertiesOf(message) };
}

type Body = { kind: 'document'; document: unknown } | Extract<Reading, { kind: 'unreadable' }>;

function readBody({ body, contentEncoding = 'identity' }: IncomingMessage): Body {
  if (contentEncoding === 'encrypted/cs') return unreadable('encrypted', 'the body is encrypted for the fleet');
  if (!['', 'identity', 'utf-8'].includes(contentEncoding.toLowerCase()))
    return unreadable('encoding', 'the content encoding is none that we read');
  const text = textOf(body);
  if ((text?.length ?? bytesOf(body)) > MOST_MESSAGE_BYTES)
    return unreadable('too-large', `the body is longer than ${MOST_MESSAGE_BYTES} bytes`);
  if (text === undefined) return { kind: 'document', document: body };
  const document = parsed(text.toString('utf8'));
  return document === undefined
    ? unreadable('not-json', 'the body is not a JSON document')
    : { kind: 'document', document };
}

/** The client has parsed what is JSON by its content type; all else comes as bytes, or as text. */
function textOf(body: unknown): Buffer | undefined {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  return Buffer.isBuffer(body) ? body : undefined;
}

/** The first of the three places; two of them may be JSON texts of their own. */
function findWorkItem(document: unknown): unknown {
  const { work_item, results, args } = fieldsOf(document);
  return work_item ?? fieldsOf(inner(results)).work_item ?? fieldsOf(inner(args)).work_item ?? undefined;
}

function inner(value: unknown): unknown {
  return typeof value === 'string' ? parsed(value) : value;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** A result holds the item, and its pipeline and config once more, each pipeline with a verdict in it. */
function leavesRoom(workItem: WorkItem): boolean {
  const mirrored = bytesOf(workItem) + bytesOf(workItem.pipeline) + bytesOf(workItem.config ?? {});
  return mirrored + 2 * RESERVED_FOR_A_VERDICT_BYTES <= MOST_MESSAGE_BYTES;
}

function propertiesOf({ headers = {}, correlationId, priority }: IncomingMessage) {
  const carried = carriedHeaders(headers);
  const correlation = correlationId ?? carried.parent_id ?? carried.task_id;
  return {
    headers: carried,
    ...(correlation === undefined ? {} : { correlation_id: String(correlation).slice(0, 255) }),
    ...(priority === undefined ? {} : { priority }),
  };
}

function unreadable(reason: DeadLetterReason, detail: string): Extract<Reading, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason, detail };
}
