import type { z } from 'zod';
import type { WorkItem } from '../domain/work-item.ts';
import { fieldName } from './field-name.ts';
import { findUnsafeJson } from './find-unsafe-json.ts';
import type { BadField } from './invalid-work-item.ts';
import { workItemSchema } from './work-item-schema.ts';

export type WorkItemReading = { kind: 'work-item'; workItem: WorkItem } | { kind: 'invalid'; fields: BadField[] };

/** Of a whole work item as JSON, in UTF-8 bytes. */
const MOST_WORK_ITEM_BYTES = 1_048_576;
/** Of `pipeline` and `config` as JSON: a result holds both twice, and Temporal takes 2 MiB. */
const MOST_MIRRORED_BYTES = 262_144;
const MOST_FIELDS = 50;

/** Takes a work item as it is, or names each field that keeps it from being looked at. Never throws, never changes it. */
export function readWorkItem(input: unknown): WorkItemReading {
  const unsafe = findUnsafeJson(input);
  if (unsafe !== null) return { kind: 'invalid', fields: [unsafe] };
  const parsed = workItemSchema.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: parsed.error.issues.slice(0, MOST_FIELDS).map(toBadField) };
  const workItem = input as WorkItem;
  const tooLong = findTooLong(workItem);
  return tooLong === null ? { kind: 'work-item', workItem } : { kind: 'invalid', fields: [tooLong] };
}

/** Reads JSON text. Its length is looked at before anything else is. */
export function parseWorkItemText(text: string): WorkItemReading {
  if (bytesOf(text) > MOST_WORK_ITEM_BYTES) return invalid(`is longer than ${MOST_WORK_ITEM_BYTES} bytes`);
  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return invalid(`is not JSON: ${withLine(text, (error as Error).message)}`);
  }
  return readWorkItem(input);
}

function findTooLong(workItem: WorkItem): BadField | null {
  const { config, pipeline } = workItem;
  for (const [field, part] of Object.entries({ pipeline, config })) {
    if (bytesOf(JSON.stringify(part ?? null)) > MOST_MIRRORED_BYTES) {
      return { field, problem: `is longer than ${MOST_MIRRORED_BYTES} bytes as JSON` };
    }
  }
  if (bytesOf(JSON.stringify(workItem)) <= MOST_WORK_ITEM_BYTES) return null;
  return { field: 'work_item', problem: `is longer than ${MOST_WORK_ITEM_BYTES} bytes as JSON` };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The engine counts characters; a person counts lines. */
function withLine(text: string, message: string): string {
  const short = message.replace(/ \(line \d+ column \d+\)$/, '');
  const position = /at position (\d+)$/.exec(short)?.[1];
  if (position === undefined) return short;
  const before = text.slice(0, Number(position)).split('\n');
  return `${short} (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}

function invalid(problem: string): WorkItemReading {
  return { kind: 'invalid', fields: [{ field: 'work_item', problem }] };
}

function toBadField({ path, message }: z.core.$ZodIssue): BadField {
  return { field: fieldName(path) || 'work_item', problem: message };
}
