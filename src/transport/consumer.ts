import { ConsumerStatus, type AsyncMessage, type Connection } from 'rabbitmq-client';
import { VALIDATOR_QUEUE } from './topology.ts';

/** What a message ended in: done with, or to be delivered again by the broker. */
export type Settled = 'done' | 'return';

export interface ConsumerOptions {
  /** Messages that are under way at most. */
  prefetch: number;
  onReady: () => void;
  onError: (error: Error) => void;
}

export interface RunningConsumer {
  /** Takes no more messages, waits for those under way. What is not done by then the broker delivers again. */
  stop: () => Promise<void>;
}

/**
 * Takes work items from the queue until it is stopped, across broken connections. The queue is never declared here, only looked at.
 * A message is acknowledged once `settle` says `done`, on the channel that it came by.
 */
export function consume(
  broker: Connection,
  settle: (message: AsyncMessage) => Promise<Settled>,
  { prefetch, onReady, onError }: ConsumerOptions,
): RunningConsumer {
  const consumer = broker.createConsumer(
    { queue: VALIDATOR_QUEUE, queueOptions: { passive: true }, qos: { prefetchCount: prefetch } },
    async (message) => ((await settle(message)) === 'done' ? ConsumerStatus.ACK : ConsumerStatus.REQUEUE),
  );
  consumer.on('ready', onReady).on('error', onError);
  return { stop: () => consumer.close() };
}
