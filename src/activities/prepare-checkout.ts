import { ApplicationFailure } from '@temporalio/activity';
import type { Change, CheckoutSource } from '../domain/plan.ts';
import { withHeartbeat } from './heartbeat.ts';
import { CHECKOUT_FAILURES, type Checkouts } from './ports.ts';

export interface PrepareDependencies {
  checkouts: Pick<Checkouts, 'resolveChange'>;
}

/**
 * Finds what is to be judged: the pushed commit, its merge base and the changed files.
 * @throws {ApplicationFailure} non-retryable, with one of `CHECKOUT_FAILURES` as its type, where asking again changes nothing.
 */
export function createPrepareCheckout({ checkouts }: PrepareDependencies) {
  return async ({ source }: { source: CheckoutSource }): Promise<Change> => {
    try {
      return await withHeartbeat((signal) => checkouts.resolveChange(source, signal));
    } catch (error) {
      throw explain(error);
    }
  };
}

function explain(error: unknown): unknown {
  const { name, message = '' } = error as { name?: string; message?: string };
  const type = CHECKOUT_FAILURES.find((failure) => failure === name);
  return type === undefined ? error : ApplicationFailure.nonRetryable(message, type);
}
