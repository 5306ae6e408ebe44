import { ApplicationFailure } from '@temporalio/activity';
import type { Outcome } from '../domain/check.ts';
import { ForgeUnreadable } from '../domain/forge-unreadable.ts';

/** In milliseconds: a forge may ask for an hour, and a retry delay overrides Temporal's own maximum. */
const LONGEST_WAIT_MS = 60_000;

function askAgain(error: ForgeUnreadable): ApplicationFailure {
  const { message, retryAfterMs } = error;
  const nextRetryDelay = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, LONGEST_WAIT_MS);
  return ApplicationFailure.create({ message, type: 'ForgeUnreadable', nonRetryable: false, nextRetryDelay });
}

/**
 * A forge that cannot be read leaves its check unjudged, at once where asking again cannot help, and otherwise when
 * Temporal's retries are used up.
 * @throws {ApplicationFailure} of type `ForgeUnreadable`, retryable, with the wait that the forge asked for.
 */
export async function unjudgedWhenUnreadable(look: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ForgeUnreadable)) throw error;
    if (error.retryable) throw askAgain(error);
    return { status: 'unjudged', because: error.message };
  }
}
