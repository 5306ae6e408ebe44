import type { z } from 'zod';
import type { Reading } from '../domain/evidence.ts';

/** A report cut short, empty or of another shape is unreadable: never an empty report. */
export function readJson<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  if (text.trim() === '')
    return { kind: 'unreadable', because: 'the report is empty: the tool was gone before it could write it' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'unreadable', because: `the report is not whole JSON (${shorten((error as Error).message, 200)})` };
  }
  return matchShape(value, schema);
}

function matchShape<T>(value: unknown, schema: z.ZodType<T>): Reading<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { kind: 'read', report: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    kind: 'unreadable',
    because: `the report has another shape than expected at ${issue?.path.join('.') ?? '?'}: ${issue?.message ?? '?'}`,
  };
}

/** Turns what was read into what the check asks for; the other two readings stay as they are. */
export function mapReading<From, To>(reading: Reading<From>, turn: (report: From) => Reading<To>): Reading<To> {
  return reading.kind === 'read' ? turn(reading.report) : reading;
}

/** Messages go into a history that lives for ever: bounded where they are made. */
export function shorten(text: string, limit = 2_000): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}
