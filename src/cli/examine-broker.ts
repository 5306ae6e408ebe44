import type { Settings } from '../settings.ts';
import { inspectBroker, type BrokerState } from '../transport/inspect-broker.ts';
import { VALIDATOR_QUEUE } from '../transport/topology.ts';

interface BrokerDiagnosis {
  what: string;
  state: 'ok' | 'absent';
  detail: string;
  remedy?: string;
}

/** What the bridge waits for, if anything. Nobody else needs a broker. */
export async function examineBroker({ transport }: Settings): Promise<BrokerDiagnosis> {
  const state = await inspectBroker(transport.connection);
  const what = 'RabbitMQ';
  if (state.kind === 'up') return { what, state: 'ok', detail: `${state.address} answers: ${describeQueues(state)}` };
  return {
    what,
    state: 'absent',
    detail: `only the bridge needs it: ${state.address}: ${state.because}`,
    remedy: 'start it, or correct LEX_AMQP_URL or transport.connection (docs/transport.md)',
  };
}

function describeQueues({ waiting, consumers, deadLetters }: Extract<BrokerState, { kind: 'up' }>): string {
  if (waiting === null) return `${VALIDATOR_QUEUE} is not there yet: the bridge declares it`;
  const who = consumers === 0 ? 'nobody takes them' : `taken by ${consumers}`;
  const dead = deadLetters === null || deadLetters === 0 ? '' : `; ${deadLetters} among the dead letters`;
  return `${waiting} work items wait, ${who}${dead}`;
}
