import { z } from 'zod';
import { fieldName } from './field-name.ts';
import type { BadField } from './invalid-work-item.ts';

const MOST_SECONDS = 86_400;

const headerValue = z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number or a boolean');
const delay = z.number('must be a number of seconds').min(0, 'must not be negative').max(MOST_SECONDS, 'is too long');
const whole = z.number('must be a whole number').int('must be a whole number').min(0, 'must not be negative');

const deliverySchema = z.looseObject(
  {
    headers: z.record(z.string(), headerValue, 'must be an object of headers'),
    correlation_id: z.string('must be a text').max(255, 'must be at most 255 characters long').optional(),
    priority: whole.max(255, 'must be at most 255').optional(),
    results: z.enum(['direct', 'fleet'], 'must be direct or fleet'),
    max_iterations: whole,
    retry: z.looseObject({ tries: whole, base_delay_seconds: delay, max_delay_seconds: delay }, 'must be an object'),
    tried: whole.optional(),
  },
  'must be an object',
);

/** What is wrong with the delivery that a request or a signal names, or nothing: anybody may start a workflow, with anything. */
export function findDeliveryProblems(delivery: unknown): BadField[] {
  if (delivery === undefined) return [];
  const parsed = deliverySchema.safeParse(delivery);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    field: fieldName(['delivery', ...path]),
    problem: message,
  }));
}
