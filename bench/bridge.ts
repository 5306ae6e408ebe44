import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { startBridge } from '../src/bridge.ts';
import type { BridgeLog } from '../src/bridge/bridge-log.ts';
import { loadSettings, type Settings } from '../src/settings.ts';
import { connectClient, loopbackTarget, type TemporalTarget } from '../src/temporal/connect.ts';
import { startEmbeddedServer } from '../src/temporal/embedded-server.ts';
import { findTemporalCli } from '../src/temporal/find-temporal-cli.ts';
import { packageRoot } from '../src/temporal/package-root.ts';
import { takeTopology } from '../src/transport/take-topology.ts';
import { VALIDATOR_QUEUE } from '../src/transport/topology.ts';
import { aWorkItem } from '../test/builders/a-work-item.ts';
import { startBroker, type TestBroker } from '../test/transport/broker.ts';
import { median } from './statistics.ts';

/** What the bridge costs beside a bare consumer of the same client on the same broker (bench/README.md). `npm run bench:bridge` */
const ROUNDS = Number(process.argv[2] ?? 5);
const BURST = 500;
const SINGLE = 40;

/** Takes messages and calls back for each one that it is done with, until it is stopped. */
type Taker = (onDone: () => void) => Promise<{ stop: () => Promise<void> }>;

interface Round {
  /** Of a burst. */
  messagesPerSecond: number;
  /** Median from publishing one message alone to its end, in milliseconds. */
  latencyMs: number;
}

/** Parses the body, as the client does, and acknowledges: what any consumer must do. */
function bareConsumer(broker: TestBroker): Taker {
  return async (onDone) => {
    const connection = broker.connect();
    const consumer = connection.createConsumer(
      { queue: VALIDATOR_QUEUE, queueOptions: { passive: true }, qos: { prefetchCount: 16 } },
      () => onDone(),
    );
    await once(consumer, 'ready');
    return {
      stop: async () => {
        await consumer.close();
        await connection.close();
      },
    };
  };
}

/** The same, and starts a workflow with the message: what Temporal itself costs on this machine. */
function startingConsumer(broker: TestBroker, client: Client): Taker {
  return async (onDone) => {
    const connection = broker.connect();
    const consumer = connection.createConsumer(
      { queue: VALIDATOR_QUEUE, queueOptions: { passive: true }, qos: { prefetchCount: 16 } },
      async ({ body }) => {
        await client.workflow.start('Nothing', { workflowId: randomUUID(), taskQueue: 'nobody', args: [body] });
        onDone();
      },
    );
    await once(consumer, 'ready');
    return {
      stop: async () => {
        await consumer.close();
        await connection.close();
      },
    };
  };
}

/** Done when Temporal has accepted the workflow. */
function bridge(settings: Settings, target: TemporalTarget): Taker {
  return async (onDone) => {
    const ignored = (): void => undefined;
    const log: BridgeLog = {
      info: (_, message) => {
        if (message === 'handed over') onDone();
      },
      warn: ignored,
      error: ignored,
    };
    const running = startBridge(settings, target, { declare: true, log });
    await running.ready;
    return { stop: running.stop };
  };
}

async function measureRound(broker: TestBroker, taker: Taker): Promise<Round> {
  let done = 0;
  let onDone = (): void => undefined;
  const connection = broker.connect();
  const publisher = connection.createPublisher({ confirm: true });
  const envelope = { exchange: 'lex.validator', routingKey: VALIDATOR_QUEUE, durable: true };
  const send = () => publisher.send(envelope, { work_item: aWorkItem({ work_item_id: randomUUID() }) });
  const until = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onDone = () => {
        if (done >= count) resolve();
      };
      onDone();
    });
  const { stop } = await taker(() => {
    done += 1;
    onDone();
  });
  const latencies: number[] = [];
  for (let sent = 1; sent <= SINGLE; sent++) {
    const started = performance.now();
    await Promise.all([send(), until(sent)]);
    latencies.push(performance.now() - started);
  }
  const started = performance.now();
  await Promise.all([...Array.from({ length: BURST }, send), until(SINGLE + BURST)]);
  const burstMs = performance.now() - started;
  await stop();
  await publisher.close();
  await connection.close();
  return { messagesPerSecond: BURST / (burstMs / 1000), latencyMs: median(latencies) };
}

function describe(bare: Round[], starting: Round[], ours: Round[]): string {
  const rate = (rounds: Round[]): string => median(rounds.map((round) => round.messagesPerSecond)).toFixed(0);
  const latency = (rounds: Round[]): string => median(rounds.map((round) => round.latencyMs)).toFixed(1);
  const added = median(ours.map((round, index) => round.latencyMs - (bare[index]?.latencyMs ?? Number.NaN)));
  return [
    `Measured on ${availableParallelism()} cores, Node ${process.versions.node}, ${ROUNDS} rounds by turns, bursts of ${BURST}`,
    '',
    '| median of the rounds | bare consumer | bare consumer that starts a workflow | bridge |',
    '| --- | --- | --- | --- |',
    `| messages a second | ${rate(bare)} | ${rate(starting)} | ${rate(ours)} |`,
    `| from publishing one alone to its end, ms | ${latency(bare)} | ${latency(starting)} | ${latency(ours)} |`,
    '',
    `The bridge adds ${added.toFixed(1)} ms to a message.`,
    '',
  ].join('\n');
}

const cli = findTemporalCli();
if (cli.kind !== 'binary')
  throw new Error('The bench starts a Temporal server of its own, and finds no program for it');
const server = await startEmbeddedServer({ cli: cli.path, uiPort: 'none' });
const broker = await startBroker();
const defaults = loadSettings({ env: {}, cwd: '/' });
const settings = { ...defaults, transport: { connection: broker.settings } };
const connection = broker.connect();
await takeTopology(connection, { declare: true });
await connection.close();
const client = await connectClient(loopbackTarget(server));
const bare: Round[] = [];
const starting: Round[] = [];
const ours: Round[] = [];
for (let round = 0; round <= ROUNDS; round++) {
  bare[round] = await measureRound(broker, bareConsumer(broker));
  starting[round] = await measureRound(broker, startingConsumer(broker, client));
  ours[round] = await measureRound(broker, bridge(settings, loopbackTarget(server)));
}
/** The first round warms both up. */
const report = describe(bare.slice(1), starting.slice(1), ours.slice(1));
process.stdout.write(report);
await mkdir(join(packageRoot(), 'bench/results'), { recursive: true });
await writeFile(join(packageRoot(), 'bench/results/bridge.md'), report);
await broker.remove();
await client.connection.close();
await server.stop();
