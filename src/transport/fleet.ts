import type { Connection } from 'rabbitmq-client';
import type { Fleet } from '../activities/ports.ts';
import { brokerAddress, closeBroker, openBroker, type BrokerSettings } from './broker.ts';
import { errorText } from './error-code.ts';
import { resultMessage, returnedWorkItem, type OutgoingMessage } from './message-out.ts';
import { createPublisher, type Publisher } from './publisher.ts';

/** The fleet's broker as the worker sees it: connected to when there is something to publish, and not before. */
export interface FleetConnection extends Fleet {
  close: () => Promise<void>;
}

/** What a fleet's own message says of itself (contract 2.2). */
const OF_THE_FLEET = { type: 'task', appId: 'legion', contentType: 'application/json', contentEncoding: 'identity' };

export function createFleet(settings: BrokerSettings): FleetConnection {
  let open: { broker: Connection; publisher: Publisher } | undefined;
  let lastTrouble: Error | undefined;
  const opened = (): { broker: Connection; publisher: Publisher } => {
    if (open !== undefined) return open;
    const broker = openBroker(settings, (error) => (lastTrouble = error));
    return (open = { broker, publisher: createPublisher(broker) });
  };
  const publish = async ({ body, ...envelope }: OutgoingMessage): Promise<void> => {
    const { broker, publisher } = opened();
    try {
      await publisher.publish({ ...OF_THE_FLEET, ...envelope }, Buffer.from(JSON.stringify(body), 'utf8'));
    } catch (error) {
      if (broker.ready || lastTrouble === undefined) throw error;
      throw new Error(`The broker at ${brokerAddress(settings)} is away: ${errorText(lastTrouble)}`, { cause: error });
    }
  };
  return {
    publishResult: (published) => publish(resultMessage(published)),
    deadLetter: ({ workItem, delivery, because }) => publish(returnedWorkItem(workItem, delivery, because)),
    close: async () => {
      if (open !== undefined) await closeBroker(open.broker, open.publisher);
    },
  };
}
