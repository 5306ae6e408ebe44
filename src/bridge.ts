import { setTimeout } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Connection } from 'rabbitmq-client';
import { backOff } from './bridge/back-off.ts';
import type { BridgeLog } from './bridge/bridge-log.ts';
import { watchOutage, type Outage } from './bridge/outage.ts';
import { createSettle } from './bridge/settle-message.ts';
import { untilTemporalAnswers } from './bridge/until-temporal-answers.ts';
import type { Settings } from './settings.ts';
import type { TemporalTarget } from './temporal/connect.ts';
import { handOver } from './temporal/hand-over.ts';
import { brokerAddress, closeBroker, openBroker, untilConnected } from './transport/broker.ts';
import { consume } from './transport/consumer.ts';
import type { DeliveryRule } from './transport/disposition.ts';
import { createPublisher, type Publisher } from './transport/publisher.ts';
import { takeTopology } from './transport/take-topology.ts';
import { BrokerUnusable } from './transport/topology-errors.ts';
import { VALIDATOR_QUEUE } from './transport/topology.ts';

export interface BridgeOptions {
  /** Whether what is not on the broker may be declared. What is there is never changed. */
  declare: boolean;
  log: BridgeLog;
}

/** A bridge that takes work items until it is stopped. */
export interface RunningBridge {
  /** Resolves when it takes messages for the first time. */
  ready: Promise<void>;
  /** Resolves when it was stopped and all hand-overs are done. Rejects with `BrokerUnusable`. */
  ended: Promise<void>;
  /** Takes no more messages, finishes what is under way, and gives the rest back to the broker. */
  stop: () => Promise<void>;
}

interface Bridge extends BridgeOptions {
  settings: Settings;
  target: TemporalTarget;
  broker: Connection;
  publisher: Publisher;
  signal: AbortSignal;
  temporal: Outage;
  onReady: () => void;
}

/** One start of a run; a server that hangs is one that is away. */
const HAND_OVER_LIMIT_MS = 10_000;
/** For the hand-overs under way when it is told to stop. */
const DRAIN_LIMIT_MS = 15_000;

/**
 * Takes work items from the fleet's queue and gives them to Temporal. Neither the broker nor Temporal need be there yet: it waits for
 * both, and again whenever one goes away. It holds no state: kill it at any point, and the broker delivers again what was not acknowledged.
 */
export function startBridge(settings: Settings, target: TemporalTarget, options: BridgeOptions): RunningBridge {
  const stopping = new AbortController();
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (onReady = resolve));
  const ended = run({ ...options, settings, target, signal: stopping.signal, onReady });
  ended.catch(() => undefined);
  return {
    ready: Promise.race([ready, ended]),
    ended,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function run(opening: Omit<Bridge, 'broker' | 'publisher' | 'temporal'>): Promise<void> {
  const { settings, target, log, signal } = opening;
  const { connection } = settings.transport;
  const outage = watchOutage(log, `The broker at ${brokerAddress(connection)}`);
  const broker = openBroker(connection, outage.began);
  broker.on('connection', outage.over);
  const temporal = watchOutage(log, `Temporal at ${target.address}, namespace ${target.namespace},`);
  const publisher = createPublisher(broker);
  const bridge = { ...opening, broker, publisher, temporal };
  try {
    await untilConnected(broker, connection, signal);
    await untilTopologyIsTaken(bridge, outage);
    while (!signal.aborted) await consumeWhileTemporalAnswers(bridge);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await closeBroker(broker, publisher);
  }
}

/** What the broker lacks or has otherwise ends the bridge; a connection that breaks meanwhile does not. */
async function untilTopologyIsTaken({ broker, declare, log, signal }: Bridge, outage: Outage): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const declared = await takeTopology(broker, { declare });
      if (declared.length > 0) log.info({ declared }, 'declared what the broker lacked');
      return;
    } catch (error) {
      if (error instanceof BrokerUnusable) throw error;
      outage.began(error);
      if (!(await backOff(attempt, signal))) throw signal.reason;
    }
  }
}

/** One stretch of work: until it is told to stop, or Temporal is away for longer than messages may be held. */
async function consumeWhileTemporalAnswers(bridge: Bridge): Promise<void> {
  const { settings, target, broker, publisher, log, signal, temporal, onReady } = bridge;
  const client = await untilTemporalAnswers(target, temporal, signal);
  if (client === null) return;
  const away = new AbortController();
  const over = AbortSignal.any([signal, away.signal]);
  const settle = createSettle({
    rule: ruleOf(settings),
    handOver: (request) =>
      client.withDeadline(Date.now() + HAND_OVER_LIMIT_MS, () =>
        handOver(request, { client, taskQueue: settings.temporal.task_queue }),
      ),
    publisher,
    log,
    temporal,
    deadLetters: watchOutage(log, 'The dead-letter exchange'),
    giveUp: () => away.abort(),
    signal: over,
  });
  const queue = watchOutage(log, `The queue ${VALIDATOR_QUEUE}`);
  const consumer = consume(broker, settle, {
    prefetch: settings.fleet.transport.prefetch,
    onReady: () => {
      queue.over();
      onReady();
    },
    onError: (error) => {
      if (broker.ready) queue.began(error);
    },
  });
  await untilAborted(over);
  await drained(consumer.stop(), client);
}

/** A broker that is away cannot be told: what it has not heard acknowledged it delivers again. */
async function drained(stopped: Promise<void>, client: Client): Promise<void> {
  const limit = new AbortController();
  await Promise.race([stopped, setTimeout(DRAIN_LIMIT_MS, undefined, { signal: limit.signal })]).catch(() => undefined);
  limit.abort();
  await client.connection.close();
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

function ruleOf({ fleet: { transport, implementation, poison_message_threshold } }: Settings): DeliveryRule {
  return {
    results: transport.results,
    max_iterations: implementation.max_iterations,
    retry: {
      tries: poison_message_threshold,
      base_delay_seconds: transport.retry_base_delay_seconds,
      max_delay_seconds: transport.retry_max_delay_seconds,
    },
  };
}
