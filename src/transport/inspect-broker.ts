import type { Connection } from 'rabbitmq-client';
import { brokerAddress, closeBroker, openBroker, untilConnected, type BrokerSettings } from './broker.ts';
import { errorCode, errorText } from './error-code.ts';
import { DEAD_LETTER_QUEUE, VALIDATOR_QUEUE } from './topology.ts';

/** What a look at the broker finds. Counts are of this moment; `null` where the queue is not there. */
export type BrokerState =
  | { kind: 'up'; address: string; waiting: number | null; consumers: number; deadLetters: number | null }
  | { kind: 'down'; address: string; because: string };

const LIMIT_MS = 3_000;

/** Changes nothing. Never throws. */
export async function inspectBroker(settings: BrokerSettings): Promise<BrokerState> {
  const address = brokerAddress(settings);
  let because = 'it does not answer';
  let broker: Connection;
  try {
    broker = openBroker(settings, (error) => (because = errorText(error)));
  } catch (error) {
    return { kind: 'down', address, because: errorText(error) };
  }
  const look = async (queue: string) => {
    try {
      return await broker.queueDeclare({ queue, passive: true });
    } catch (error) {
      if (errorCode(error) === 'NOT_FOUND') return null;
      throw error;
    }
  };
  try {
    await untilConnected(broker, settings, AbortSignal.timeout(LIMIT_MS));
    const items = await look(VALIDATOR_QUEUE);
    const dead = await look(DEAD_LETTER_QUEUE);
    return {
      ...{ kind: 'up', address, consumers: items?.consumerCount ?? 0 },
      ...{ waiting: items?.messageCount ?? null, deadLetters: dead?.messageCount ?? null },
    };
  } catch {
    return { kind: 'down', address, because };
  } finally {
    await closeBroker(broker);
  }
}
