import { Context } from '@temporalio/activity';
import type { Outcome } from '../domain/check.ts';
import { judgeSecurity } from '../domain/judge-security.ts';
import type { Change } from '../domain/plan.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { Checkouts, ScanChange } from './ports.ts';

export interface ScanSecurityDependencies {
  checkouts: Pick<Checkouts, 'withCheckout'>;
  scanChange: ScanChange;
}

/** Check 3: do the changed files hold a dangerous pattern, a secret, or a trick against the gate. Rejects only for infrastructure and when cancelled. */
export function createScanSecurity({
  checkouts,
  scanChange,
}: ScanSecurityDependencies): (input: { change: Change; timeoutMs: number }) => Promise<Outcome> {
  return ({ change, timeoutMs }) =>
    withHeartbeat(async (signal) => {
      const { activityId, attempt, workflowExecution } = Context.current().info;
      const owner = { runId: workflowExecution?.runId ?? 'no-run', activityId, attempt };
      const evidence = await checkouts.withCheckout(change, owner, signal, (checkout) =>
        scanChange(checkout, { timeoutMs }, signal),
      );
      return judgeSecurity(evidence);
    });
}
