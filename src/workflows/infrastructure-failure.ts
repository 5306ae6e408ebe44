import { ActivityFailure, ApplicationFailure, TimeoutFailure, isCancellation, rootCause } from '@temporalio/workflow';
import type { Outcome } from '../domain/check.ts';

/** What an activity's failure leaves when Temporal's retries are used up: never an approval, never the developer's fault. */
export async function outcomeOrUnjudged(look: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await look();
  } catch (error) {
    return { status: 'unjudged', because: whyItFailed(error) };
  }
}

/** One short sentence for the operator. */
export function whyItFailed(error: unknown): string {
  if (isCancellation(error)) return 'it was cancelled before it ended';
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return `no answer in time (${cause.timeoutType})`;
  const message = rootCause(error) ?? 'it failed without saying why';
  const kind =
    cause instanceof ApplicationFailure && cause.type !== null && cause.type !== undefined ? `${cause.type}: ` : '';
  return `${kind}${message}`.slice(0, MAX_REASON_LENGTH);
}

const MAX_REASON_LENGTH = 500;
