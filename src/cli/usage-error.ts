/** The caller can mend it: the message names what is wrong and the way out, and no stack is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
