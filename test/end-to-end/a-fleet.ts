import type { AsyncMessage, Connection, Envelope } from 'rabbitmq-client';
import { eventually } from './eventually.ts';
import type { TestBroker } from '../transport/broker.ts';

/** A message that reached a stage of the fleet, its body read. */
export interface Received {
  stage: Stage;
  message: AsyncMessage;
  body: Record<string, unknown>;
}

const STAGES = {
  ship: ['lex.developer', 'lex.developer.runners.ship', 'lex.developer.runners.ship.#'],
  developer: [
    'lex.developer',
    'lex.developer.runners.feedback',
    'lex.developer.runners.developer.incorporate_feedback',
  ],
  assessor: ['lex.assessor', 'lex.assessor.runners.assessor', 'lex.assessor.runners.assessor.#'],
  tasker: ['task', 'task.subtask', 'task.subtask.#'],
  'dead letters': ['validator.dlx', 'validator.dlx.queue', ''],
} as const;
export type Stage = keyof typeof STAGES;

/** The neighbours of the validator: what they declare, send and receive. */
export interface TestFleet {
  /** In the order of arrival. */
  received: Received[];
  /** Publishes to the validator, confirmed, as a fleet node would. */
  send: (body: unknown, envelope?: Envelope) => Promise<void>;
  /** Waits until so many messages have come to a stage. */
  arrivals: (stage: Stage, count: number, withinMs?: number) => Promise<Received[]>;
  /** Messages that wait in the validator's queue, or are not acknowledged yet. */
  close: () => Promise<void>;
}

/** Without `stages` the whole fleet is there. The dead letters are the bridge's own to declare. */
export async function aFleet(
  broker: TestBroker,
  stages: readonly Stage[] = ['ship', 'developer', 'assessor', 'tasker'],
): Promise<TestFleet> {
  const connection = broker.connect();
  const received: Received[] = [];
  const consumers = await Promise.all(
    [...stages, 'dead letters' as const].map((stage) => listen(connection, stage, received)),
  );
  const publisher = connection.createPublisher({ confirm: true, maxAttempts: 20 });
  return {
    received,
    send: (body, envelope = {}) =>
      publisher.send(
        {
          exchange: 'lex.validator',
          routingKey: 'lex.validator.runners.validator.validate',
          durable: true,
          ...(Buffer.isBuffer(body) ? {} : { contentType: 'application/json' }),
          ...envelope,
        },
        body,
      ),
    arrivals: async (stage, count, withinMs = 20_000) => {
      const there = (): Received[] => received.filter((arrival) => arrival.stage === stage);
      await eventually(
        () => there().length >= count,
        withinMs,
        () => `${there().length} of ${count} came to ${stage}`,
      );
      return there();
    },
    close: async () => {
      for (const consumer of consumers) await consumer.close();
      await publisher.close();
      await connection.close();
    },
  };
}

async function listen(connection: Connection, stage: Stage, received: Received[]) {
  const [exchange, queue, routingKey] = STAGES[stage];
  const consumer = connection.createConsumer(
    {
      queue,
      queueOptions: { durable: true },
      exchanges: [{ exchange, type: stage === 'dead letters' ? 'fanout' : 'topic', durable: true }],
      queueBindings: [{ exchange, queue, routingKey }],
      qos: { prefetchCount: 50 },
    },
    (message) => {
      received.push({ stage, message, body: bodyOf(message) });
    },
  );
  consumer.on('error', () => undefined);
  await new Promise((resolve) => consumer.once('ready', () => resolve(undefined)));
  return consumer;
}

function bodyOf({ body }: AsyncMessage): Record<string, unknown> {
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : JSON.stringify(body);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}
