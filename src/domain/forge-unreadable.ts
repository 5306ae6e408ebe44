export interface UnreadableDetails {
  /** Whether asking again may help: true of outages and rate limits, false of a refused token or a wrong address. */
  retryable: boolean;
  /** How long the forge asks us to wait, in milliseconds; absent where it does not say. */
  retryAfterMs?: number;
  cause?: unknown;
}

/**
 * The forge could not be read to the end: an outage, a refusal, an answer with a hole in it. It is never an empty answer.
 * The message is one sentence for the operator and holds no token. The class lives here so that the adapter that throws
 * it and the activities that catch it need not know each other.
 */
export class ForgeUnreadable extends Error {
  override readonly name = 'ForgeUnreadable';
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: UnreadableDetails) {
    super(message, { cause: details.cause });
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
  }
}
