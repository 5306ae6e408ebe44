import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Connection } from 'rabbitmq-client';
import { freePort } from '../../src/temporal/free-port.ts';
import { startSupervised, type SupervisedProcess } from '../../src/temporal/supervised-process.ts';
import type { BrokerSettings } from '../../src/transport/broker.ts';

const BIN = '/usr/lib/rabbitmq/bin';
const START_LIMIT_MS = 90_000;

/** A real RabbitMQ of our own: its node name, ports and data are nobody else's, and it does not outlive this process. */
export interface TestBroker {
  settings: BrokerSettings;
  url: string;
  /** A client for declaring, publishing and reading in tests. */
  connect: (as?: Partial<BrokerSettings>) => Connection;
  control: (...args: string[]) => Promise<string>;
  /** In good order. Its data stays. */
  stop: () => Promise<void>;
  /** SIGKILL to the node itself. Its data stays. */
  kill: () => Promise<void>;
  /** After `stop` or `kill`. */
  start: () => Promise<void>;
  /** For good, data and all. */
  remove: () => Promise<void>;
}

/** Starts one and waits until it takes connections: about ten seconds. */
export async function startBroker(): Promise<TestBroker> {
  const dir = mkdtempSync(join(tmpdir(), 'lex-broker-'));
  const [port, distribution, mapper] = [await freePort(), await freePort(), await freePort()];
  const env = environmentOf(dir, { port, distribution, mapper });
  const epmd = startSupervised(['epmd', '-port', String(mapper), '-address', '127.0.0.1'], env);
  let node: SupervisedProcess | undefined;
  const control = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(join(BIN, 'rabbitmqctl'), args, { env, timeout: 30_000 })).stdout;
  const nodePid = (): number => Number(readFileSync(join(dir, 'pid'), 'utf8'));
  const settings = { host: '127.0.0.1', port, user: 'guest', password: 'guest', vhost: '/', tls: false, ca_file: null };
  const broker: TestBroker = {
    settings,
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    connect: (as) => connectTo({ ...settings, ...as }),
    control,
    start: async () => {
      node = startSupervised([join(BIN, 'rabbitmq-server')], env);
      await untilUp(settings, node);
    },
    stop: async () => {
      process.kill(nodePid(), 'SIGTERM');
      await node?.ended;
    },
    kill: async () => {
      process.kill(nodePid(), 'SIGKILL');
      await node?.ended;
    },
    remove: async () => {
      await node?.stop();
      await epmd.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  try {
    await broker.start();
    return broker;
  } catch (error) {
    await broker.remove();
    throw error;
  }
}

function connectTo({ host, port, user, password }: BrokerSettings): Connection {
  const connection = new Connection({
    hostname: host,
    port,
    username: user,
    password,
    retryLow: 200,
    retryHigh: 1_000,
  });
  connection.on('error', () => undefined);
  return connection;
}

async function untilUp(settings: BrokerSettings, node: SupervisedProcess): Promise<void> {
  let gone: string | undefined;
  void node.ended.then((tail) => (gone = tail));
  const started = Date.now();
  const connection = connectTo(settings);
  try {
    while (!(await answers(connection))) {
      if (gone !== undefined) throw new Error(`RabbitMQ ended: ${gone}`);
      if (Date.now() - started > START_LIMIT_MS) throw new Error('RabbitMQ does not start');
      await sleep(200);
    }
  } finally {
    await connection.close();
  }
}

/** Queues that outlived a restart come back a little after the port does. */
async function answers(connection: Connection): Promise<boolean> {
  try {
    await connection.onConnect(1_000, true);
    const { queue } = await connection.queueDeclare({ exclusive: true });
    await connection.queueDelete({ queue });
    return true;
  } catch {
    return false;
  }
}

function environmentOf(dir: string, ports: { port: number; distribution: number; mapper: number }) {
  for (const folder of ['log', 'mnesia']) mkdirSync(join(dir, folder));
  writeFileSync(join(dir, 'enabled_plugins'), '[].');
  writeFileSync(join(dir, 'rabbitmq.conf'), '');
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: dir,
    LANG: 'C.UTF-8',
    RABBITMQ_CONF_ENV_FILE: join(dir, 'none.conf'),
    RABBITMQ_NODENAME: `gate${ports.port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(ports.port),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    ERL_EPMD_PORT: String(ports.mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_MNESIA_BASE: join(dir, 'mnesia'),
    RABBITMQ_LOG_BASE: join(dir, 'log'),
    RABBITMQ_CONFIG_FILE: join(dir, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(dir, 'enabled_plugins'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(dir, 'generated'),
    RABBITMQ_PID_FILE: join(dir, 'pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
  };
}
