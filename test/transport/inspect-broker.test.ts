import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../src/temporal/free-port.ts';
import { inspectBroker } from '../../src/transport/inspect-broker.ts';
import { takeTopology } from '../../src/transport/take-topology.ts';
import { needs } from '../needs.ts';
import { startBroker, type TestBroker } from './broker.ts';

needs('rabbitmq').describe('a look at a broker that is there', () => {
  let broker: TestBroker;
  beforeAll(async () => {
    broker = await startBroker();
  }, 120_000);
  afterAll(() => broker.remove());

  it('tells what waits, who takes it, and how many letters are dead; and declares nothing', async () => {
    const empty = { kind: 'up', waiting: null, deadLetters: null, consumers: 0 };
    expect(await inspectBroker(broker.settings)).toMatchObject(empty);
    expect(await inspectBroker(broker.settings)).toMatchObject(empty);
    const connection = broker.connect();
    await takeTopology(connection, { declare: true });
    const publisher = connection.createPublisher({ confirm: true });
    await publisher.send({ exchange: 'lex.validator', routingKey: 'lex.validator.runners.validator' }, {});
    await publisher.send({ exchange: 'validator.dlx' }, {});
    expect(await inspectBroker(broker.settings)).toMatchObject({
      kind: 'up',
      waiting: 1,
      deadLetters: 1,
      consumers: 0,
    });
    await publisher.close();
    await connection.close();
  });

  it('says that it is refused, without the password', async () => {
    const state = await inspectBroker({ ...broker.settings, password: 'not-this-one' });
    expect(state).toMatchObject({ kind: 'down', because: expect.stringContaining('ACCESS_REFUSED') });
    expect(JSON.stringify(state)).not.toContain('not-this-one');
  });
});

describe('a look at a broker that is not there', () => {
  it('ends soon, and says why', async () => {
    const port = await freePort();
    const settings = { host: '127.0.0.1', port, user: 'a', password: 'b', vhost: '/', tls: false, ca_file: null };
    const started = Date.now();
    expect(await inspectBroker(settings)).toMatchObject({
      kind: 'down',
      because: expect.stringContaining('ECONNREFUSED'),
    });
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
