import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startBridge } from '../../src/bridge.ts';
import { loopbackTarget } from '../../src/temporal/connect.ts';
import { BrokerUnusable } from '../../src/transport/topology-errors.ts';
import { VALIDATOR_QUEUE } from '../../src/transport/topology.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { needs } from '../needs.ts';
import { testServer } from '../temporal.ts';
import { startBroker, type TestBroker } from '../transport/broker.ts';
import { recording, withBridge, withPublishingWorker, type LogLine } from './a-bridge.ts';
import { aBridgeProcess, type BridgeProcess } from './a-bridge-process.ts';
import { aFleet, type TestFleet } from './a-fleet.ts';
import { aProxy } from './a-proxy.ts';
import { eventually } from './eventually.ts';

const ITEMS = 500;

needs('rabbitmq').describe('the bridge in an outage', () => {
  const server = testServer();
  let broker: TestBroker;
  let fleet: TestFleet;
  beforeAll(async () => {
    broker = await startBroker();
  }, 120_000);
  afterAll(() => broker.remove());
  beforeEach(async () => {
    fleet = await aFleet(broker);
  });
  afterEach(() => fleet.close());

  const anItem = () =>
    aWorkItem({ work_item_id: randomUUID(), config: { implementation: { validators: 1 } } });
  const environment = (taskQueue: string, more: Record<string, string> = {}): Record<string, string> => ({
    LEX_AMQP_URL: broker.url,
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: server.namespace,
    TEMPORAL_TASK_QUEUE: taskQueue,
    ...more,
  });

  /** Everything that came to `ship`, once for each message id, as a consumer that drops duplicates sees it. */
  const seenOnce = (): Map<string, string> =>
    new Map(
      fleet.received
        .filter(({ stage }) => stage === 'ship')
        .map(({ message, body }) => [
          message.messageId ?? '',
          (body.work_item as { work_item_id: string }).work_item_id,
        ]),
    );

  it(
    `loses and repeats none of ${ITEMS} work items through a broker stop, a broker SIGKILL and a bridge SIGKILL`,
    async () => {
      await withPublishingWorker({ server, broker }, {}, async ({ taskQueue, calls }) => {
        const settings = ['--settings', settingsFile(taskQueue)];
        let bridge: BridgeProcess = aBridgeProcess(environment(taskQueue), settings);
        await bridge.ready();
        const memoryAtStart = bridge.memory();
        const sent = Array.from({ length: ITEMS }, anItem);
        const sending = (async () => {
          for (const item of sent) await fleet.send({ results: { work_item: item } }, { headers: { task_id: 1 } });
        })();
        const untilSeen = (count: number) =>
          eventually(() => seenOnce().size >= count, 120_000, () => `${seenOnce().size} of ${count}\n${bridge.text().slice(-2_000)}`);

        await untilSeen(60);
        await broker.stop();
        await sleep(3_000);
        await broker.start();
        await untilSeen(180);
        await broker.kill();
        await sleep(3_000);
        await broker.start();
        await untilSeen(300);
        const memoryAtEnd = bridge.memory();
        bridge.kill('SIGKILL');
        expect(await bridge.ended).toBe('SIGKILL');
        const outages = bridge.log.filter(({ msg }) => String(msg).includes('does not answer'));
        bridge = aBridgeProcess(environment(taskQueue), settings);
        await sending;
        await untilSeen(ITEMS);

        const ids = sent.map(({ work_item_id }) => work_item_id).sort();
        expect([...seenOnce().values()].sort()).toEqual(ids);
        const judged = calls
          .filter(({ activity }) => activity === 'admitWorkItem')
          .map(({ input }) => (input as { work_item: { work_item_id: string } }).work_item.work_item_id);
        expect(judged.sort()).toEqual(ids);
        expect(fleet.received.filter(({ stage }) => stage !== 'ship')).toEqual([]);
        expect(outages.length).toBeLessThanOrEqual(4);
        expect(memoryAtEnd - memoryAtStart).toBeLessThan(80 * 1024 * 1024);
        bridge.kill('SIGTERM');
        expect(await bridge.ended).toBe(0);
      });
    },
    300_000,
  );
});
