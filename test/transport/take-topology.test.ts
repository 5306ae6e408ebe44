import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Connection } from 'rabbitmq-client';
import { takeTopology } from '../../src/transport/take-topology.ts';
import { TopologyMismatch, TopologyMissing } from '../../src/transport/topology-errors.ts';
import { needs } from '../needs.ts';
import { startBroker, type TestBroker } from './broker.ts';

const QUEUE = 'lex.validator.runners.validator';
const ALL = ['validator.dlx', 'validator.dlx.queue', 'lex.validator', QUEUE];

needs('rabbitmq').describe('the topology on the broker', () => {
  let broker: TestBroker;
  let connection: Connection;
  beforeAll(async () => {
    broker = await startBroker();
  }, 120_000);
  afterAll(() => broker.remove());
  beforeEach(() => {
    connection = broker.connect();
  });
  afterEach(async () => {
    for (const queue of [QUEUE, 'validator.dlx.queue']) await connection.queueDelete({ queue });
    for (const exchange of ['lex.validator', 'validator.dlx']) await connection.exchangeDelete({ exchange });
    await connection.close();
  });

  async function refusalOf(taking: Promise<unknown>): Promise<Error> {
    return taking.then(
      () => new Error('it was taken'),
      (error: unknown) => error as Error,
    );
  }

  it('is declared on an empty broker as a fleet node would declare it, and bound', async () => {
    expect(await takeTopology(connection, { declare: true })).toEqual(ALL);
    const queues = await broker.control('list_queues', '-q', '--no-table-headers', 'name', 'durable', 'arguments');
    expect(queues).toContain('"x-dead-letter-exchange","validator.dlx"');
    expect(queues).toContain('"x-queue-type","quorum"');
    const bindings = await broker.control('list_bindings', '-q', '--no-table-headers', 'source_name', 'routing_key');
    expect(bindings).toContain(`lex.validator\t${QUEUE}.#`);
    const exchanges = await broker.control('list_exchanges', '-q', '--no-table-headers', 'name', 'type', 'durable');
    expect(exchanges).toContain('lex.validator\ttopic\ttrue');
    expect(exchanges).toContain('validator.dlx\tfanout\ttrue');
  });

  it('is left as it is where all of it is there, messages included', async () => {
    await takeTopology(connection, { declare: true });
    const publisher = connection.createPublisher({ confirm: true });
    await publisher.send({ exchange: 'lex.validator', routingKey: QUEUE }, { work_item: {} });
    await publisher.close();
    expect(await takeTopology(connection, { declare: true })).toEqual([]);
    expect(await takeTopology(connection, { declare: false })).toEqual([]);
    expect((await connection.queueDeclare({ queue: QUEUE, passive: true })).messageCount).toBe(1);
  });

  it('is made whole where a part is missing: a start that was cut short leaves nothing unbound', async () => {
    await connection.queueDeclare({ queue: 'validator.dlx.queue', durable: true });
    expect(await takeTopology(connection, { declare: true })).toEqual(
      ALL.filter((name) => name !== 'validator.dlx.queue'),
    );
    const publisher = connection.createPublisher({ confirm: true });
    await publisher.send({ exchange: 'validator.dlx', routingKey: '' }, 'dead');
    await publisher.close();
    expect((await connection.queueDeclare({ queue: 'validator.dlx.queue', passive: true })).messageCount).toBe(1);
  });

  it('lists what is missing where nothing may be declared, and declares nothing', async () => {
    const refusal = await refusalOf(takeTopology(connection, { declare: false }));
    expect(refusal).toBeInstanceOf(TopologyMissing);
    for (const name of ALL) expect(refusal.message).toContain(name);
    expect(await takeTopology(connection, { declare: true })).toEqual(ALL);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['the default type', { 'x-dead-letter-exchange': 'validator.dlx' }, ['x-queue-type', 'not set', 'quorum']],
    ['no dead letters', { 'x-queue-type': 'quorum' }, ['x-dead-letter-exchange', 'not set', 'validator.dlx']],
    [
      'other dead letters',
      { 'x-queue-type': 'quorum', 'x-dead-letter-exchange': 'elsewhere' },
      ['x-dead-letter-exchange', 'elsewhere', 'validator.dlx'],
    ],
  ])('shows both sides of a queue with %s, and leaves it alone', async (_, args, sides) => {
    await connection.queueDeclare({ queue: QUEUE, durable: true, arguments: args });
    const refusal = await refusalOf(takeTopology(connection, { declare: true }));
    expect(refusal).toBeInstanceOf(TopologyMismatch);
    for (const side of [QUEUE, ...sides]) expect(refusal.message).toContain(side);
    expect(refusal.message).toContain('--no-declare');
    expect((await connection.queueDeclare({ queue: QUEUE, passive: true })).queue).toBe(QUEUE);
  });

  it('shows both sides of an exchange of another type', async () => {
    await connection.exchangeDeclare({ exchange: 'lex.validator', type: 'direct', durable: true });
    const refusal = await refusalOf(takeTopology(connection, { declare: true }));
    expect(refusal).toBeInstanceOf(TopologyMismatch);
    for (const side of ['lex.validator', 'topic', 'direct']) expect(refusal.message).toContain(side);
  });

  it('takes a queue with other arguments as it is where it is told to', async () => {
    await takeTopology(connection, { declare: true });
    await connection.queueDelete({ queue: QUEUE });
    await connection.queueDeclare({ queue: QUEUE, durable: true });
    expect(await takeTopology(connection, { declare: false })).toEqual([]);
  });

  it('takes what is there without the right to declare it, and says what it lacks otherwise', async () => {
    await takeTopology(connection, { declare: true });
    await broker.control('add_user', 'reader', 'reader');
    await broker.control('set_permissions', 'reader', '^$', '.*', '.*');
    const reader = broker.connect({ user: 'reader', password: 'reader' });
    expect(await takeTopology(reader, { declare: true })).toEqual([]);
    await connection.queueDelete({ queue: QUEUE });
    expect((await refusalOf(takeTopology(reader, { declare: true }))).message).toContain(QUEUE);
    await reader.close();
  });
});
