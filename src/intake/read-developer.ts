import { z } from 'zod';
import { fieldName } from './field-name.ts';
import type { BadField } from './invalid-work-item.ts';

/** In UTF-8 bytes: what a Temporal server takes as an id or a name. */
const MOST_NAME_BYTES = 1_000;

const name = z
  .string('must be a text')
  .min(1, 'must not be empty')
  .refine((text) => !/\p{Surrogate}/u.test(text), 'must be well-formed Unicode')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MOST_NAME_BYTES,
    `must be at most ${MOST_NAME_BYTES} bytes long`,
  );

const developerSchema = z.looseObject(
  {
    workflow_id: name,
    run_id: z
      .string('must be a text')
      .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be a UUID')
      .nullish(),
    signal: name.nullish(),
  },
  'must be an object',
);

/**
 * What is wrong with the developer that a request names, or nothing. It is looked at before anything else is done: a server
 * refuses a signal to a malformed address in a way that would stall the run at its very end, with the verdict in hand.
 */
export function findDeveloperProblems(developer: unknown): BadField[] {
  if (developer === undefined || developer === null) return [];
  const parsed = developerSchema.safeParse(developer);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    field: fieldName(['developer', ...path]),
    problem: message,
  }));
}
