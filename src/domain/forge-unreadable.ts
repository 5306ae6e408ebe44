export interface UnreadableDetails {
  /** Whether asking again may help: true of outages and rate limits, false of a refused token or a wrong address. */
  retryable: boolean;
  /** How long the forge asks us to wait, in milliseconds; absent where it does not say. */
  retryAfterMs?: number;
  /** The forge proved that there is no such pull request. */
  absent?: boolean;
}

/**
 * The forge could not be read to the end: an outage, a refusal, an answer with a hole in it. It is never an empty answer.
 * The message is one sentence for the operator; neither it nor a cause can hold a token. The class lives here so that the adapter that throws
 * it and the activities that catch it need not know each other.
 */
export class ForgeUnreadable extends Error {
  override readonly name = 'ForgeUnreadable';
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly absent: boolean;

  constructor(message: string, details: UnreadableDetails) {
    super(message);
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
    this.absent = details.absent === true;
  }
}
