import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import type { WorkerOptions, NativeConnection } from '@temporalio/worker';
import { connectClient, connectNative, loopbackTarget } from '../src/temporal/connect.ts';
import type { TemporalTarget } from '../src/temporal/connect.ts';

/** What a workflow test works with: a task queue that nobody else polls, and a client of the run's one server. */
export interface TestWorker {
  client: Client;
  taskQueue: string;
  worker: Worker;
}

export interface TestServer {
  readonly address: string;
  readonly namespace: string;
  readonly client: Client;
  readonly connection: NativeConnection;
  /** Runs a worker with the workflow of the sources and these activities until `use` is done. */
  withWorker: <T>(
    activities: object,
    use: (test: TestWorker) => Promise<T>,
    options?: Partial<WorkerOptions>,
  ) => Promise<T>;
}

/** Path of the workflow's bundle, made once a run from the sources. */
export function workflowBundlePath(): string {
  return required('LEX_TEST_WORKFLOW_BUNDLE');
}

/** Call it at the top of a suite in a `server` folder (see jest.config.js): connects before its tests, and closes after. */
export function testServer(): TestServer {
  const open: { client?: Client; connection?: NativeConnection } = {};
  beforeAll(async () => {
    Runtime.install({
      logger: new DefaultLogger('ERROR'),
      telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } },
    });
    open.connection = await connectNative(sharedTarget());
    open.client = await connectClient(sharedTarget());
  });
  afterAll(async () => {
    await open.client?.connection.close();
    await open.connection?.close();
    await Runtime.instance().shutdown();
  });
  const server: TestServer = {
    get address() {
      return sharedTarget().address;
    },
    get namespace() {
      return sharedTarget().namespace;
    },
    get client() {
      return opened(open.client);
    },
    get connection() {
      return opened(open.connection);
    },
    withWorker: (activities, use, options) => runWithWorker(server, { ...options, activities }, use),
  };
  return server;
}

async function runWithWorker<T>(
  { client, connection, namespace }: TestServer,
  options: Partial<WorkerOptions>,
  use: (test: TestWorker) => Promise<T>,
): Promise<T> {
  const taskQueue = `test-${randomUUID()}`;
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: { codePath: workflowBundlePath() },
    ...options,
  });
  return await worker.runUntil(() => use({ client, taskQueue, worker }));
}

/** The run's server, which jest's global setup started or found. */
function sharedTarget(): TemporalTarget {
  const address = required('LEX_TEST_TEMPORAL_ADDRESS');
  return loopbackTarget({ address, namespace: required('LEX_TEST_TEMPORAL_NAMESPACE') });
}

function opened<T>(connection: T | undefined): T {
  if (connection === undefined) throw new Error('The test server is connected in beforeAll: use it inside a test.');
  return connection;
}

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: only suites in the folders of jest.config.js have it.`);
  return value;
}
