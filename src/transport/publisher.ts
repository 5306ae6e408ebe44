import { setImmediate } from 'node:timers/promises';
import type { Connection, Envelope } from 'rabbitmq-client';

export interface Publisher {
  /** Resolves when the broker has confirmed it and a queue took it. Throws `MessageReturned` where no queue is bound. */
  publish: (envelope: Envelope, body: unknown) => Promise<void>;
  /** Before its connection is closed, which would wait for it otherwise. */
  close: () => Promise<void>;
}

/** The broker has the exchange, and nobody behind it takes the message. */
class MessageReturned extends Error {
  override readonly name = 'MessageReturned';

  constructor({ exchange, routingKey }: Envelope) {
    super(`No queue takes what is published to exchange ${exchange ?? ''} with key ${routingKey ?? ''}`);
  }
}

/** Publishes persistent, mandatory, confirmed messages, one try each: whoever calls knows when to try again. */
export function createPublisher(broker: Connection): Publisher {
  const publisher = broker.createPublisher({ confirm: true });
  const returned = countReturned();
  publisher.on('basic.return', (message) => returned.add(message));
  return {
    publish: async (envelope, body) => {
      await publisher.send({ ...envelope, durable: true, mandatory: true }, body);
      // The broker returns a message before it confirms it, and the client tells of that one turn of the loop later.
      await setImmediate();
      if (returned.take(envelope)) throw new MessageReturned(envelope);
    },
    close: () => publisher.close(),
  };
}

/** Messages under way at the same time are told apart by where they go and their id; equal ones share one fate. */
function countReturned() {
  const counts = new Map<string, number>();
  const keyOf = ({ exchange, routingKey, messageId }: Envelope): string =>
    JSON.stringify([exchange ?? '', routingKey ?? '', messageId ?? '']);
  return {
    add: (message: Envelope): void => {
      counts.set(keyOf(message), (counts.get(keyOf(message)) ?? 0) + 1);
    },
    take: (message: Envelope): boolean => {
      const key = keyOf(message);
      const count = counts.get(key) ?? 0;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
      return count > 0;
    },
  };
}
