import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Outcome } from '../../src/domain/check.ts';
import { startValidation } from '../../src/client.ts';
import { DEAD_LETTER_QUEUE, VALIDATOR_QUEUE } from '../../src/transport/topology.ts';
import { PASSED } from '../builders/a-plan.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { needs } from '../needs.ts';
import { testServer } from '../temporal.ts';
import { startBroker, type TestBroker } from '../transport/broker.ts';
import { withBridge } from './a-bridge.ts';
import { aFleet, type Received, type TestFleet } from './a-fleet.ts';
import { eventually } from './eventually.ts';

const FAILED: Outcome = { status: 'failed', score: 0.5, issues: ['1 of 2 examples failed'] };
const UNJUDGED: Outcome = { status: 'unjudged', because: 'the forge does not answer' };
const HEADERS = {
  task_id: 90412,
  master_id: 90377,
  parent_id: 90401,
  chain_id: 3,
  debug: false,
  function: 'validate',
  function_id: 61,
};

needs('rabbitmq').describe('the bridge between RabbitMQ and the gate', () => {
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
  afterEach(async () => {
    await fleet.close();
  });

  /** A work item that no other test knows. */
  const anItem = (overrides: Parameters<typeof aWorkItem>[0] = {}) =>
    aWorkItem({ work_item_id: randomUUID(), ...overrides });
  const reviewOf = ({ body }: Received) =>
    (body.pipeline as { review_result: { verdict: string; judged: boolean; issues: string[] } }).review_result;
  const waiting = async (queue = VALIDATOR_QUEUE): Promise<number> => {
    const connection = broker.connect();
    const { messageCount } = await connection.queueDeclare({ queue, passive: true });
    await connection.close();
    return messageCount;
  };

  it.each<[string, (item: object) => unknown]>([
    ['at the top level', (work_item) => ({ work_item })],
    ['inside results', (work_item) => ({ results: { success: true, work_item }, conditions: '' })],
    ['inside results that are JSON text', (work_item) => ({ results: JSON.stringify({ success: true, work_item }) })],
    ['inside args', (work_item) => ({ args: { work_item } })],
    ['at the top level of bytes with an identity encoding', (work_item) => Buffer.from(JSON.stringify({ work_item }))],
  ])('takes a work item %s, and hands the approved one to ship with its ids', async (_, envelope) => {
    await withBridge({ server, broker }, {}, async () => {
      const item = anItem({ repo: { unknown_to_us: 7 } });
      await fleet.send(envelope(item), { headers: HEADERS, correlationId: '90401', contentEncoding: 'identity' });
      const [arrival] = await fleet.arrivals('ship', 1);
      expect(arrival?.message).toMatchObject({
        routingKey: 'lex.developer.runners.ship.finalize',
        contentType: 'application/json',
        type: 'task',
        appId: 'legion',
        durable: true,
        correlationId: '90401',
        headers: {
          task_id: 90412,
          master_id: 90377,
          parent_id: 90401,
          chain_id: 3,
          debug: false,
          function: 'finalize',
        },
      });
      expect(arrival?.message.headers).not.toHaveProperty('function_id');
      expect(Object.keys(arrival?.body ?? {})).toEqual(['success', 'work_item', 'config', 'pipeline']);
      expect(arrival?.body.work_item).toMatchObject({ work_item_id: item.work_item_id, repo: { unknown_to_us: 7 } });
      expect(reviewOf(arrival!).verdict).toBe('approved');
    });
  });

  it.each([
    ['below the limit of the work item to the developer', 'developer', 1, 3],
    ['at the limit of the work item to the assessor', 'assessor', 2, 3],
    ['at once to the assessor where the limit is one', 'assessor', 0, 1],
    ['below a limit that the work item does not say, to the developer', 'developer', 3, null],
    ['at a limit that the work item does not say, to the assessor', 'assessor', 4, null],
  ] as const)('hands a rejection %s', async (_, stage, attempt, limit) => {
    const stubs = { activities: { runTests: () => Promise.resolve(FAILED) } };
    await withBridge({ server, broker }, { stubs }, async () => {
      const item = anItem({ pipeline: { attempt }, config: { implementation: { max_iterations: limit } } });
      await fleet.send({ work_item: item }, { headers: HEADERS });
      const [arrival] = await fleet.arrivals(stage, 1);
      expect(reviewOf(arrival!)).toMatchObject({ verdict: 'rejected', judged: true });
      expect(arrival?.body.pipeline).toMatchObject({ attempt, stage: 'validated' });
      expect(fleet.received).toHaveLength(1);
    });
  });

  it('publishes to the task exchange what a runner of the fleet would', async () => {
    await withBridge({ server, broker }, { settings: { fleet: { transport: { results: 'fleet' } } } }, async () => {
      const item = anItem();
      await fleet.send({ results: { success: true, work_item: item } }, { headers: HEADERS });
      const [arrival] = await fleet.arrivals('tasker', 1);
      expect(arrival?.message).toMatchObject({ exchange: 'task', routingKey: 'task.subtask.check', headers: HEADERS });
      expect(arrival?.body).toMatchObject({ ...HEADERS, original_args: { work_item: item } });
      expect(arrival?.body.result).toMatchObject({
        success: true,
        pipeline: { review_result: { verdict: 'approved' } },
      });
      expect(arrival?.body).not.toHaveProperty('results');
    });
  });

  it('judges an attempt once, however often its message comes while it runs', async () => {
    let release = (): void => undefined;
    const held = new Promise<Outcome>((resolve) => (release = () => resolve({ status: 'passed', score: 1 })));
    await withBridge(
      { server, broker },
      { stubs: { activities: { runTests: () => held } } },
      async ({ calls, log }) => {
        const item = anItem();
        for (let copy = 0; copy < 3; copy++) await fleet.send({ work_item: item }, { headers: HEADERS });
        await eventually(
          () => log.filter(({ message }) => message === 'handed over').length === 3,
          20_000,
          () => JSON.stringify(log),
        );
        expect(log.map(({ fields }) => fields.how).sort()).toEqual(['joined', 'joined', 'started']);
        expect(await waiting()).toBe(0);
        release();
        await fleet.arrivals('ship', 1);
        expect(calls.filter(({ activity }) => activity === 'runTests')).toHaveLength(1);
        expect(fleet.received).toHaveLength(1);
      },
    );
  });

  it('publishes the stored result again, unchanged, when a judged attempt comes once more', async () => {
    await withBridge(
      { server, broker },
      { stubs: { activities: { runTests: () => Promise.resolve(FAILED) } } },
      async ({ calls }) => {
        const item = anItem();
        await fleet.send({ work_item: item }, { headers: HEADERS });
        await fleet.arrivals('developer', 1);
        await fleet.send({ work_item: item }, { headers: HEADERS });
        const [first, second] = await fleet.arrivals('developer', 2);
        expect(second?.message.messageId).toBe(first?.message.messageId);
        expect(second?.body).toEqual(first?.body);
        expect(calls.filter(({ activity }) => activity === 'runTests')).toHaveLength(1);
      },
    );
  });

  it('publishes the result of a run that somebody else had started', async () => {
    let release = (): void => undefined;
    const held = new Promise<Outcome>((resolve) => (release = () => resolve({ status: 'passed', score: 1 })));
    await withBridge(
      { server, broker },
      { stubs: { activities: { runTests: () => held } } },
      async ({ client, taskQueue, log }) => {
        const item = anItem();
        const handle = await startValidation({ work_item: item }, { client, taskQueue });
        await fleet.send({ work_item: item }, { headers: HEADERS });
        await eventually(
          () => log.some(({ fields }) => fields.how === 'joined'),
          20_000,
          () => JSON.stringify(log),
        );
        release();
        const [arrival] = await fleet.arrivals('ship', 1);
        expect(arrival?.message.headers).toMatchObject({ task_id: 90412 });
        expect((await handle.result()).published).toBe(true);
      },
    );
  });

  it('judges anew when the same attempt comes with another commit', async () => {
    await withBridge({ server, broker }, {}, async ({ calls }) => {
      const item = anItem({ pipeline: { head_sha: 'a'.repeat(40) } });
      await fleet.send({ work_item: item });
      await fleet.arrivals('ship', 1);
      await fleet.send({ work_item: { ...item, pipeline: { ...item.pipeline, head_sha: 'b'.repeat(40) } } });
      await fleet.arrivals('ship', 2);
      expect(calls.filter(({ activity }) => activity === 'runTests')).toHaveLength(2);
    });
  });

  it('tries again what could not be judged, after a delay, and publishes the judgement alone', async () => {
    let looks = 0;
    const stubs = {
      activities: {
        readPrComments: () => Promise.resolve(++looks === 1 ? UNJUDGED : PASSED),
      },
    };
    await withBridge({ server, broker }, { stubs }, async () => {
      await fleet.send({ work_item: anItem() }, { headers: HEADERS });
      const [arrival] = await fleet.arrivals('ship', 1);
      expect(reviewOf(arrival!)).toMatchObject({ verdict: 'approved', judged: true });
      expect(looks).toBe(2);
      expect(fleet.received).toHaveLength(1);
    });
  });

  it('publishes a rejection that says it was not judged when all tries are used up', async () => {
    const settings = { fleet: { poison_message_threshold: 3, transport: { retry_base_delay_seconds: 0.1 } } };
    const stubs = { activities: { readPrComments: () => Promise.resolve(UNJUDGED) } };
    await withBridge({ server, broker }, { settings, stubs }, async ({ calls }) => {
      await fleet.send({ work_item: anItem() }, { headers: HEADERS });
      const [arrival] = await fleet.arrivals('developer', 1);
      const review = reviewOf(arrival!);
      expect(review).toMatchObject({ verdict: 'rejected', judged: false });
      expect(review.issues.some((issue) => issue.startsWith('not judged: '))).toBe(true);
      expect(calls.filter(({ activity }) => activity === 'readPrComments')).toHaveLength(3);
      expect(arrival?.body.pipeline).toMatchObject({ attempt: 0 });
    });
  });

  it('keeps a result until the next stage has a queue for it', async () => {
    await fleet.close();
    const connection = broker.connect();
    for (const queue of ['lex.developer.runners.ship', 'lex.developer.runners.feedback'])
      await connection.queueDelete({ queue });
    await withBridge({ server, broker }, {}, async ({ calls, client }) => {
      fleet = await aFleet(broker, []);
      const item = anItem();
      await fleet.send({ work_item: item });
      const tries = () => calls.filter(({ activity }) => activity === 'publishVerdict');
      await eventually(
        () => tries().length >= 2,
        20_000,
        () => `${tries().length} tries`,
      );
      const run = client.workflow.getHandle(`validate/${item.work_item_id}/0`);
      expect((await run.describe()).status.name).toBe('RUNNING');
      expect(await run.query('progress')).toMatchObject({ state: 'decided', review: { verdict: 'approved' } });
      const pending = (await run.describe()).raw.pendingActivities?.[0]?.lastFailure?.message ?? '';
      expect(pending).toMatch(/No queue takes what is published to exchange lex.developer/);
      await fleet.close();
      fleet = await aFleet(broker, ['ship']);
      await fleet.arrivals('ship', 1, 30_000);
    });
    await connection.close();
  });

  it.each<[string, unknown, object, readonly [string, RegExp]]>([
    [
      'is encrypted',
      Buffer.from('c2VjcmV0'),
      { contentEncoding: 'encrypted/cs', contentType: 'application/json', headers: { iv: 'abc', task_id: 5 } },
      ['encrypted', /encrypted/],
    ],
    ['has an encoding that we do not read', Buffer.from('x'), { contentEncoding: 'gzip' }, ['encoding', /encoding/]],
    ['is no JSON', Buffer.from('{"work_item": '), { contentType: 'application/json' }, ['not-json', /JSON/]],
    ['holds no work item', { hello: 'world' }, {}, ['no-work-item', /work_item/]],
    ['is a list', [1, 2], {}, ['no-work-item', /work_item/]],
    [
      'is longer than a message of the fleet',
      { work_item: aWorkItem(), padding: 'x'.repeat(1_048_576) },
      {},
      ['too-large', /1048576/],
    ],
    [
      'leaves no room for a verdict',
      { work_item: { ...aWorkItem(), extra: 'x'.repeat(1_000_000) } },
      {},
      ['too-large', /room/],
    ],
    [
      'has bad fields',
      { work_item: { ...aWorkItem(), repo: { owner: '../x', name: 5 } } },
      {},
      ['invalid-work-item', /repo\.owner .*repo\.name/],
    ],
    [
      'has been escalated',
      { work_item: aWorkItem({ pipeline: { stage: 'escalated' } }) },
      {},
      ['invalid-work-item', /pipeline\.stage/],
    ],
  ])('dead-letters a message that %s, with the reason', async (_, body, envelope, [reason, detail]) => {
    await withBridge({ server, broker }, {}, async ({ log, calls }) => {
      await fleet.send(body, envelope);
      const [arrival] = await fleet.arrivals('dead letters', 1);
      expect(arrival?.message.headers).toMatchObject({
        ...('headers' in envelope ? (envelope.headers as object) : {}),
        'x-lex-validator-reason': reason,
        'x-lex-validator-detail': expect.stringMatching(detail),
      });
      if (!Buffer.isBuffer(body)) expect(arrival?.body).toEqual(body);
      expect(await waiting()).toBe(0);
      const [line] = log.filter(({ message }) => message === 'dead-lettered');
      expect(line?.fields).toMatchObject({ reason });
      expect(JSON.stringify(log)).not.toMatch(/c2VjcmV0|\.\.\/x|xxxx/);
      expect(calls).toEqual([]);
    });
  });

  it('keeps the bytes of a dead letter as they were', async () => {
    await withBridge({ server, broker }, {}, async () => {
      const bytes = Buffer.from([0, 255, 254, 10, 13, 0]);
      await fleet.send(bytes, {
        contentEncoding: 'encrypted/cs',
        contentType: 'application/json',
        messageId: '77',
        headers: { iv: 'a' },
      });
      const [arrival] = await fleet.arrivals('dead letters', 1);
      expect(Buffer.compare(arrival?.message.body as Buffer, bytes)).toBe(0);
      expect(arrival?.message).toMatchObject({
        messageId: '77',
        contentEncoding: 'encrypted/cs',
        contentType: 'application/json',
      });
    });
  });

  it('gives a work item that the run refuses to the dead letters', async () => {
    await withBridge({ server, broker }, {}, async () => {
      const item = anItem({ pipeline: { pr_number: null, branch_name: null } });
      await fleet.send({ work_item: item }, { headers: HEADERS });
      const [arrival] = await fleet.arrivals('dead letters', 1);
      expect(arrival?.message.headers).toMatchObject({ task_id: 90412, 'x-lex-validator-reason': 'refused' });
      expect(arrival?.message.headers?.['x-lex-validator-detail']).toMatch(/pipeline\.branch_name/);
      expect(arrival?.body).toEqual({ work_item: item });
    });
  });

  it('goes on with what comes after a message that it cannot read', async () => {
    await withBridge({ server, broker }, { settings: { fleet: { transport: { prefetch: 1 } } } }, async () => {
      await fleet.send(Buffer.from('?'));
      await fleet.send({ work_item: anItem() });
      await fleet.arrivals('ship', 1);
      expect(await waiting(DEAD_LETTER_QUEUE)).toBe(0);
    });
  });
});
