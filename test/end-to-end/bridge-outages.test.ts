import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { startBridge } from '../../src/bridge.ts';
import { loopbackTarget } from '../../src/temporal/connect.ts';
import { takeTopology } from '../../src/transport/take-topology.ts';
import { VALIDATOR_QUEUE } from '../../src/transport/topology.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { needs } from '../needs.ts';
import { testServer } from '../temporal.ts';
import { startBroker, type TestBroker } from '../transport/broker.ts';
import { recording, settingsFor, withBridge, withPublishingWorker, type LogLine } from './a-bridge.ts';
import { aBridgeProcess, type BridgeProcess } from './a-bridge-process.ts';
import { aFleet, type TestFleet } from './a-fleet.ts';
import { aProxy } from './a-proxy.ts';
import { eventually } from './eventually.ts';

const ITEMS = 500;

needs('rabbitmq').describe('the bridge in an outage', () => {
  const server = testServer();
  let broker: TestBroker;
  let fleet: TestFleet;
  const folder = mkdtempSync(join(tmpdir(), 'lex-bridge-'));
  beforeAll(async () => {
    broker = await startBroker();
  }, 120_000);
  afterAll(async () => {
    await broker.remove();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    fleet = await aFleet(broker);
  });
  afterEach(() => fleet.close());

  const anItem = () => aWorkItem({ work_item_id: randomUUID(), config: { implementation: { validators: 1 } } });
  /** A file, as an operator has one. */
  const settingsFile = (taskQueue: string, connection: object = {}): string => {
    const file = join(folder, `${randomUUID()}.json`);
    const temporal = { address: server.address, namespace: server.namespace, task_queue: taskQueue };
    writeFileSync(file, JSON.stringify({ temporal, transport: { connection: { ...broker.settings, ...connection } } }));
    return file;
  };
  const bridgeProcess = (taskQueue: string): BridgeProcess => aBridgeProcess(['--settings', settingsFile(taskQueue)]);

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

  it(`loses and repeats none of ${ITEMS} work items through a broker stop, a broker SIGKILL and a bridge SIGKILL`, async () => {
    await withPublishingWorker({ server, broker }, {}, async ({ taskQueue, calls }) => {
      let bridge = bridgeProcess(taskQueue);
      await bridge.ready();
      const memoryAtStart = bridge.memory();
      const sent = Array.from({ length: ITEMS }, anItem);
      const sending = (async () => {
        for (const item of sent) await fleet.send({ results: { work_item: item } }, { headers: { task_id: 1 } });
      })();
      const untilSeen = (count: number) =>
        eventually(
          () => seenOnce().size >= count,
          120_000,
          () => `${seenOnce().size} of ${count}\n${bridge.text().slice(-2_000)}`,
        );

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
      bridge = bridgeProcess(taskQueue);
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
  }, 300_000);

  it('finishes its hand-overs at SIGTERM, gives back the rest and exits 0', async () => {
    await withPublishingWorker({ server, broker }, {}, async ({ taskQueue, calls }) => {
      const sent = Array.from({ length: 60 }, anItem);
      const first = bridgeProcess(taskQueue);
      await first.ready();
      const sending = Promise.all(sent.map((item) => fleet.send({ work_item: item })));
      await eventually(() => calls.length > 0, 20_000, first.text);
      const stoppedAt = Date.now();
      first.kill('SIGTERM');
      expect(await first.ended).toBe(0);
      expect(Date.now() - stoppedAt).toBeLessThan(15_000);
      await sending;
      const second = bridgeProcess(taskQueue);
      await eventually(
        () => seenOnce().size === 60,
        60_000,
        () => `${seenOnce().size}\n${second.text()}`,
      );
      expect(calls.filter(({ activity }) => activity === 'admitWorkItem')).toHaveLength(60);
      second.kill('SIGTERM');
      expect(await second.ended).toBe(0);
    });
  }, 120_000);

  it('is healthy for Docker Compose while it takes messages, and not when it is gone', async () => {
    const file = settingsFile('nobody');
    const health = async (): Promise<unknown> => {
      const env = { PATH: process.env.PATH ?? '', LEX_VALIDATOR_SETTINGS: file };
      const check = promisify(execFile)(process.execPath, ['docker/bridge-health.mjs'], { env });
      return check.then(
        () => 0,
        (error: unknown) => (error as { code: unknown }).code,
      );
    };
    const bridge = aBridgeProcess(['--settings', file]);
    await bridge.ready();
    expect(await health()).toBe(0);
    bridge.kill('SIGTERM');
    await bridge.ended;
    expect(await health()).toBe(1);
  }, 60_000);

  it('exits 0 at SIGTERM while the broker is away', async () => {
    const bridge = bridgeProcess('nobody');
    await bridge.ready();
    await broker.stop();
    await eventually(() => bridge.text().includes('does not answer'), 10_000, bridge.text);
    bridge.kill('SIGTERM');
    expect(await bridge.ended).toBe(0);
    await broker.start();
  }, 60_000);

  it('waits for a broker and a Temporal server that are not there yet, and says so once', async () => {
    await withPublishingWorker({ server, broker }, {}, async ({ taskQueue }) => {
      const item = anItem();
      await fleet.send({ work_item: item });
      const proxy = await aProxy(server.address);
      await proxy.shut();
      await broker.stop();
      const log: LogLine[] = [];
      const target = loopbackTarget({ ...server, address: proxy.address, namespace: server.namespace });
      const bridge = startBridge(settingsFor(taskQueue, broker), target, { declare: true, log: recording(log) });
      await sleep(4_000);
      expect(log.map(({ message }) => message)).toEqual([expect.stringMatching(/^The broker at .* does not answer/)]);
      await broker.start();
      const says = (text: string) => log.some(({ message }) => message.includes(text));
      await eventually(
        () => says('Temporal at'),
        30_000,
        () => JSON.stringify(log),
      );
      await sleep(3_000);
      await proxy.open();
      await bridge.ready;
      await fleet.arrivals('ship', 1, 30_000);
      expect(log.filter(({ level }) => level === 'warn')).toHaveLength(2);
      await bridge.stop();
      await proxy.shut();
    });
  }, 120_000);

  it('gives messages back when Temporal is away for long, and takes them when it answers again', async () => {
    await withPublishingWorker({ server, broker }, {}, async ({ taskQueue, calls }) => {
      const proxy = await aProxy(server.address);
      const log: LogLine[] = [];
      const target = loopbackTarget({ address: proxy.address, namespace: server.namespace });
      const bridge = startBridge(settingsFor(taskQueue, broker), target, { declare: true, log: recording(log) });
      await bridge.ready;
      await proxy.shut();
      const sent = Array.from({ length: 40 }, anItem);
      for (const item of sent) await fleet.send({ work_item: item });
      const connection = broker.connect();
      const queue = () => connection.queueDeclare({ queue: VALIDATOR_QUEUE, passive: true });
      /** What is not taken stays on the queue: the prefetch bounds it. */
      await eventually(
        async () => (await queue()).messageCount === 24,
        20_000,
        () => 'the prefetch of 16 is not kept',
      );
      await eventually(
        async () => (await queue()).messageCount === 40,
        90_000,
        () => JSON.stringify(log),
      );
      expect((await queue()).consumerCount).toBe(0);
      await proxy.open();
      await eventually(
        () => seenOnce().size === 40,
        60_000,
        () => `${seenOnce().size} ${JSON.stringify(log)}`,
      );
      expect(calls.filter(({ activity }) => activity === 'admitWorkItem')).toHaveLength(40);
      expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
      await bridge.stop();
      await connection.close();
      await proxy.shut();
    });
  }, 240_000);

  it('goes on by itself when its queue is deleted and made again', async () => {
    await withBridge({ server, broker }, {}, async ({ log }) => {
      const connection = broker.connect();
      await connection.queueDelete({ queue: VALIDATOR_QUEUE });
      await eventually(
        () => log.some(({ level }) => level === 'warn'),
        20_000,
        () => JSON.stringify(log),
      );
      await sleep(1_000);
      await takeTopology(connection, { declare: true });
      await fleet.send({ work_item: anItem() });
      await fleet.arrivals('ship', 1, 30_000);
      expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
      await connection.close();
    });
  }, 90_000);

  it('ends with the reason, and without the password, where the broker refuses it', async () => {
    const bridge = aBridgeProcess(['--settings', settingsFile('nobody', { password: 'not-this-one' })]);
    expect(await bridge.ended).toBe(4);
    expect(bridge.text()).toMatch(/refuses the connection.*ACCESS_REFUSED|ACCESS_REFUSED/s);
    expect(bridge.text()).not.toContain('not-this-one');
    expect(bridge.text()).not.toContain('    at ');
  });

  it('ends with both sides where the queue is not the fleet’s, and takes it with --no-declare', async () => {
    const connection = broker.connect();
    await connection.queueDelete({ queue: VALIDATOR_QUEUE });
    await connection.queueDeclare({ queue: VALIDATOR_QUEUE, durable: true });
    const refused = bridgeProcess('nobody');
    expect(await refused.ended).toBe(4);
    expect(refused.text()).toContain("is not set on the broker, and '");
    const taken = aBridgeProcess(['--no-declare', '--settings', settingsFile('nobody')]);
    await taken.ready();
    taken.kill('SIGTERM');
    expect(await taken.ended).toBe(0);
    await connection.queueDelete({ queue: VALIDATOR_QUEUE });
    await connection.close();
  });
});
