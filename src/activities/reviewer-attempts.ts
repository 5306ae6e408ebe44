import { ApplicationFailure, Context } from '@temporalio/activity';

/** In milliseconds: servers have been seen to ask for hours, and a retry delay overrides Temporal's own maximum. */
const LONGEST_WAIT_MS = 60_000;
/** In milliseconds, kept for storing the reply before the server takes this attempt for dead. */
const TIME_TO_STORE_MS = 5_000;

/** Unlimited retries are counted as a few: a vote that says why nothing was heard is worth more than a seat that is asked for ever. */
const USUAL_ATTEMPTS = 3;

/**
 * Fails this attempt so that Temporal makes another; returns when this was the last one. A reply that cannot be read is asked for
 * once more and no oftener: a model that was told the form twice will not learn it.
 */
export function askAgain(
  type: 'ReviewerUnavailable' | 'ReviewerUnreadable',
  { because, retryAfterMs }: { because: string; retryAfterMs?: number },
): void {
  const { attempt, retryPolicy } = Context.current().info;
  const most = type === 'ReviewerUnreadable' ? 2 : Infinity;
  if (attempt >= Math.min(most, retryPolicy?.maximumAttempts || USUAL_ATTEMPTS)) return;
  throw ApplicationFailure.create({
    type,
    message: because,
    nonRetryable: false,
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: Math.min(retryAfterMs, LONGEST_WAIT_MS) }),
  });
}

/** What the model may take, in milliseconds: never so long that this attempt is over before its answer can be kept. */
export function timeToAskMs(limitMs: number, elapsedMs: number): number {
  const { startToCloseTimeoutMs } = Context.current().info;
  return Math.max(1, Math.floor(Math.min(limitMs, startToCloseTimeoutMs - elapsedMs - TIME_TO_STORE_MS)));
}
