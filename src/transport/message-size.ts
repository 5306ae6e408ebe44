/** The fleet's own limit for one message (contract 2.2). */
export const MOST_MESSAGE_BYTES = 1_048_576;

/** What a verdict may add to a pipeline: its issues are bounded, and so is everything else of it (`domain/limits.ts`). */
export const RESERVED_FOR_A_VERDICT_BYTES = 131_072;

/** As JSON without white space, in UTF-8. */
export function bytesOf(document: unknown): number {
  return document === undefined ? 0 : Buffer.byteLength(JSON.stringify(document), 'utf8');
}
