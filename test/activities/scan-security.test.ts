import { describe, expect, it } from '@jest/globals';
import { anActivityEnvironment } from './activity-environment.ts';
import type { Checkout, CheckoutOwner, ScanChange } from '../../src/activities/ports.ts';
import { createScanSecurity } from '../../src/activities/scan-security.ts';
import type { Outcome } from '../../src/domain/check.ts';
import type { ScanEvidence } from '../../src/domain/evidence.ts';
import type { Change } from '../../src/domain/plan.ts';

const CHANGE: Change = {
  source: { cloneUrl: '/x', branch: 'b', prNumber: null, defaultBranch: 'main', headSha: null },
  headSha: 'a'.repeat(40),
  baseSha: 'b'.repeat(40),
  fileCount: 1,
  files: [],
};
const CHECKOUT = { dir: '/x' } as Checkout;

function scan(
  scanChange: ScanChange,
  owners: CheckoutOwner[] = [],
  environment = anActivityEnvironment(),
): Promise<Outcome> {
  const activity = createScanSecurity({
    scanChange,
    checkouts: {
      withCheckout: (_change, owner, _signal, use) => {
        owners.push(owner);
        return use(CHECKOUT);
      },
    },
  });
  return environment.run<[Parameters<typeof activity>[0]], Outcome, typeof activity>(activity, {
    change: CHANGE,
    timeoutMs: 5_000,
  });
}

const evidence =
  (extra: Partial<ScanEvidence>): ScanChange =>
  () =>
    Promise.resolve({ toScan: 1, scanned: 1, findings: [], unscanned: [], ...extra });

describe('the scan of a change as a check', () => {
  it('is not judged where a file could not be scanned', async () => {
    const outcome = await scan(evidence({ scanned: 0, unscanned: [{ file: 'a.rb', because: 'it is too large' }] }));
    expect(outcome).toMatchObject({ status: 'unjudged', because: 'a.rb could not be scanned: it is too large' });
  });

  it('fails with a blocking finding', async () => {
    const finding = { file: 'a.rb', line: 1, side: 'new', rule: 'ruby/x', why: 'Bad.', level: 'blocking' } as const;
    expect(await scan(evidence({ findings: [finding] }))).toMatchObject({
      status: 'failed',
      issues: ['a.rb:1: ruby/x: Bad.'],
    });
  });

  it('passes where every file was scanned and nothing blocks', async () => {
    expect(await scan(evidence({}))).toMatchObject({ status: 'passed', score: 1 });
  });

  it('has a checkout of its own, named after the attempt, and hands on its time', async () => {
    const owners: CheckoutOwner[] = [];
    const limits: number[] = [];
    const scanChange: ScanChange = (_checkout, { timeoutMs }, signal) => {
      limits.push(timeoutMs);
      return evidence({})(CHECKOUT, { timeoutMs }, signal);
    };
    await scan(scanChange, owners);
    expect(owners).toMatchObject([
      { runId: expect.any(String) as unknown, activityId: expect.any(String) as unknown, attempt: 1 },
    ]);
    expect(limits).toEqual([5_000]);
  });

  it('ends with the reason of a cancellation', async () => {
    const environment = anActivityEnvironment();
    const waiting: ScanChange = (_checkout, _options, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const outcome = scan(waiting, [], environment);
    environment.cancel();
    await expect(outcome).rejects.toMatchObject({ name: 'CancelledFailure' });
  });
});
