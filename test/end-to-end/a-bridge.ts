import { startBridge, type RunningBridge } from '../../src/bridge.ts';
import type { BridgeLog } from '../../src/bridge/bridge-log.ts';
import { createPublishVerdict, createDeadLetterWorkItem } from '../../src/activities/publish-verdict.ts';
import type { Artifacts } from '../../src/activities/ports.ts';
import type { Settings } from '../../src/settings.ts';
import { loopbackTarget } from '../../src/temporal/connect.ts';
import { createFleet } from '../../src/transport/fleet.ts';
import { merged, type Overrides } from '../builders/merged.ts';
import { someActivities, type ActivityCall, type StubOptions } from '../builders/some-activities.ts';
import { someSettings } from '../builders/some-settings.ts';
import type { TestServer, TestWorker } from '../temporal.ts';
import type { TestBroker } from '../transport/broker.ts';

/** A line of the bridge's log. */
export interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
  fields: Record<string, unknown>;
}

export interface TestBridge extends TestWorker {
  bridge: RunningBridge;
  log: LogLine[];
  /** What the run's activities were asked, in order. */
  calls: ActivityCall[];
}

export interface BridgeTestOptions {
  settings?: Overrides<Settings>;
  stubs?: StubOptions;
  declare?: boolean;
}

/** Runs a worker whose checks are stubs and whose publishing is real, until `use` is done. */
export async function withPublishingWorker<T>(
  { server, broker }: { server: TestServer; broker: TestBroker },
  stubs: StubOptions,
  use: (test: TestWorker & { calls: ActivityCall[] }) => Promise<T>,
): Promise<T> {
  const fleet = createFleet(broker.settings);
  const { activities, calls } = someActivities({
    ...stubs,
    activities: {
      publishVerdict: createPublishVerdict({ artifacts: NO_ARTIFACTS, fleet }),
      deadLetterWorkItem: createDeadLetterWorkItem({ fleet }),
      ...stubs.activities,
    },
  });
  try {
    return await server.withWorker(activities, (test) => use({ ...test, calls }));
  } finally {
    await fleet.close();
  }
}

/** The same, and a bridge to it in this process. */
export async function withBridge<T>(
  where: { server: TestServer; broker: TestBroker },
  { settings: overrides = {}, stubs = {}, declare = true }: BridgeTestOptions,
  use: (test: TestBridge) => Promise<T>,
): Promise<T> {
  return withPublishingWorker(where, stubs, async (test) => {
    const log: LogLine[] = [];
    const settings = settingsFor(test.taskQueue, where.broker, overrides);
    const bridge = startBridge(settings, loopbackTarget(where.server), { declare, log: recording(log) });
    try {
      await bridge.ready;
      return await use({ ...test, bridge, log });
    } finally {
      await bridge.stop();
    }
  });
}

export function settingsFor(taskQueue: string, broker: TestBroker, overrides: Overrides<Settings> = {}): Settings {
  const ours = { transport: { connection: broker.settings }, temporal: { task_queue: taskQueue } };
  return someSettings(merged(ours, overrides) as Overrides<Settings>);
}

export function recording(log: LogLine[]): BridgeLog {
  const at =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      log.push({ level, message, fields: { ...fields } });
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

const NO_ARTIFACTS: Artifacts = {
  store: (title, content) => Promise.resolve({ title, digest: `sha256:${'0'.repeat(64)}`, bytes: content.length }),
  read: () => Promise.resolve(null),
};
