import type { Client } from '@temporalio/client';
import { connectClient, type TemporalTarget } from '../temporal/connect.ts';
import { backOff } from './back-off.ts';
import type { Outage } from './outage.ts';

/** gRPC's `PERMISSION_DENIED`: a managed server that answers, and shows its namespaces to nobody. */
const FORBIDDEN = 7;
const LIMIT_MS = 10_000;

/** A client of a server that answers and knows the namespace; `null` once the signal is there. */
export async function untilTemporalAnswers(
  target: TemporalTarget,
  outage: Outage,
  signal: AbortSignal,
): Promise<Client | null> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const client = await connect(target);
      outage.over();
      return client;
    } catch (error) {
      outage.began(error);
      if (!(await backOff(attempt, signal))) return null;
    }
  }
  return null;
}

async function connect(target: TemporalTarget): Promise<Client> {
  const client = await connectClient(target, { retries: 'none' });
  try {
    await client.withDeadline(Date.now() + LIMIT_MS, () =>
      client.workflowService.describeNamespace({ namespace: target.namespace }),
    );
  } catch (error) {
    if ((error as { code?: unknown }).code === FORBIDDEN) return client;
    await client.connection.close();
    throw error;
  }
  return client;
}
