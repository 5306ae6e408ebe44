import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../../src/activities/index.ts';
import { VALIDATION_WORKFLOW, type DeveloperAddress } from '../../src/domain/validation-request.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import type { Overrides } from '../builders/merged.ts';
import { someActivities, type ActivityCall, type StubOptions } from '../builders/some-activities.ts';
import { testServer, workflowBundlePath, type TestServer } from '../temporal.ts';

export interface RunOptions extends StubOptions {
  item?: Overrides<WorkItem>;
  developer?: DeveloperAddress;
  /** In place of the whole request, for callers that hand over anything. */
  args?: unknown[];
}

type WorkerBeside = Omit<WorkerOptions, 'connection' | 'namespace'>;
/** Workers of other queues, such as a developer's. */
export type WorkersBeside = readonly WorkerBeside[];

export interface StartedRun {
  workflowId: string;
  handle: WorkflowHandle<(request: unknown) => Promise<ValidationResult>>;
  calls: ActivityCall[];
  /** Names of the activities as they were called, each attempt for itself. */
  order: () => string[];
  result: () => Promise<ValidationResult>;
}

export interface TestGate {
  readonly server: TestServer;
  readonly taskQueue: string;
  readonly client: Client;
  /** Gives a workflow its own activities, before somebody else starts it. */
  expect: (workflowId: string, options?: StubOptions) => Pick<StartedRun, 'calls' | 'order'>;
  start: (options?: RunOptions) => Promise<StartedRun>;
  judge: (options?: RunOptions) => Promise<ValidationResult & { run: StartedRun }>;
}

/**
 * One worker for a suite: each run has activities of its own, told apart by the workflow's id. Call it at the top of a
 * suite. Names nothing of this machine.
 */
export function testGate({ taskQueue = `gate-${randomUUID()}`, beside = [] as WorkersBeside } = {}): TestGate {
  const stubs = new Map<string, Activities>();
  const stops: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  const server = testServer();
  beforeAll(async () => {
    const gateWorker = {
      taskQueue,
      workflowBundle: { codePath: workflowBundlePath() },
      activities: dispatching(stubs),
      maxHeartbeatThrottleInterval: '200 ms',
    } as const;
    for (const options of [gateWorker, ...beside]) stops.push(await runWorker(server, options));
  });
  const gate: TestGate = {
    server,
    taskQueue,
    get client() {
      return new Client({ connection: server.client.connection, namespace: server.namespace, identity: 'client-1' });
    },
    expect: (workflowId, options) => {
      const { activities, calls } = someActivities(options);
      stubs.set(workflowId, activities);
      return { calls, order: () => calls.map(({ activity }) => activity) };
    },
    start: (options = {}) => startRun(gate, options),
    judge: async (options) => {
      const run = await gate.start(options);
      return { ...(await run.result()), run };
    },
  };
  return gate;
}

/** Resolves once it polls; what it gives back stops it. */
async function runWorker({ connection, namespace }: TestServer, options: WorkerBeside): Promise<() => Promise<void>> {
  const worker = await Worker.create({ connection, namespace, identity: 'worker-1', ...options });
  const ended = worker.run();
  return async () => {
    worker.shutdown();
    await ended;
  };
}

async function startRun(gate: TestGate, options: RunOptions): Promise<StartedRun> {
  const { item = {}, developer } = options;
  const work_item = aWorkItem({ work_item_id: randomUUID(), ...item });
  const workflowId = `validate/${work_item.work_item_id}/${work_item.pipeline.attempt ?? 0}`;
  const recorded = gate.expect(workflowId, options);
  const request = developer === undefined ? { work_item } : { work_item, developer };
  const handle = await gate.client.workflow.start<(request: unknown) => Promise<ValidationResult>>(
    VALIDATION_WORKFLOW,
    { workflowId, taskQueue: gate.taskQueue, args: (options.args ?? [request]) as [unknown] },
  );
  return { workflowId, handle, ...recorded, result: () => handle.result() };
}

function dispatching(stubs: ReadonlyMap<string, Activities>): Activities {
  const names = Object.keys(someActivities().activities) as (keyof Activities)[];
  const entries = names.map((name) => [
    name,
    (input: never) => {
      const { workflowExecution } = Context.current().info;
      const activities = stubs.get(workflowExecution?.workflowId ?? '');
      if (activities === undefined) throw new Error('A workflow that no test of this suite started');
      return (activities[name] as (input: never) => unknown)(input);
    },
  ]);
  return Object.fromEntries(entries) as Activities;
}
