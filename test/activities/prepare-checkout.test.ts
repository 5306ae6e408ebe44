import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from '@jest/globals';
import { CHECKOUT_FAILURES } from '../../src/activities/ports.ts';
import { createPrepareCheckout } from '../../src/activities/prepare-checkout.ts';
import { createReleaseCheckout } from '../../src/activities/release-checkout.ts';
import * as errors from '../../src/sandbox/checkout-errors.ts';
import type { Change, CheckoutSource } from '../../src/domain/plan.ts';
import { anActivityEnvironment } from './activity-environment.ts';

const source: CheckoutSource = {
  cloneUrl: 'https://forge.test/a/b',
  branch: 'x',
  prNumber: null,
  defaultBranch: 'main',
  headSha: null,
};

function failWith(error: Error): Promise<unknown> {
  const prepare = createPrepareCheckout({ checkouts: { resolveChange: () => Promise.reject(error) } });
  return anActivityEnvironment().run(prepare, { source });
}

describe('preparing the checkout', () => {
  it('returns the change as it was found', async () => {
    const change: Change = { source, headSha: 'a'.repeat(40), baseSha: 'b'.repeat(40), fileCount: 0, files: [] };
    const prepare = createPrepareCheckout({ checkouts: { resolveChange: () => Promise.resolve(change) } });
    expect(await anActivityEnvironment().run(prepare, { source })).toBe(change);
  });

  it.each(CHECKOUT_FAILURES)('ends the attempts at once on %s, in one sentence', async (type) => {
    const error = new errors[type]('it is not on the remote');
    const failure = await failWith(error).catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({ type, nonRetryable: true, message: 'it is not on the remote' });
  });

  it('leaves an outage to Temporal’s retries', async () => {
    const error = new errors.GitFailed('the remote could not be read');
    await expect(failWith(error)).rejects.toBe(error);
  });

  it('is cancelled with the signal’s reason', async () => {
    const environment = anActivityEnvironment();
    const prepare = createPrepareCheckout({
      checkouts: {
        resolveChange: (_source, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      },
    });
    const running = environment.run(prepare, { source });
    environment.cancel();
    await expect(running).rejects.toMatchObject({ name: 'CancelledFailure' });
  });
});

describe('releasing the checkout', () => {
  it('removes what this run left, by its run id', async () => {
    const released: string[] = [];
    const environment = anActivityEnvironment();
    const release = createReleaseCheckout({
      checkouts: { release: (runId) => Promise.resolve(void released.push(runId)) },
    });
    await environment.run(release);
    expect(released).toEqual([environment.context.info.workflowExecution?.runId]);
    expect(released[0]).toEqual(expect.any(String));
  });
});
