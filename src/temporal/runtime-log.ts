import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';

let installed = false;

/**
 * Once a process, right before a worker is made (a runtime without one keeps the process alive): its own logger writes each bundling report and each expected failure,
 * and we write to standard error only, so that a result on standard output stays a result.
 */
export function quietRuntime(level: LogLevel = 'ERROR'): void {
  if (installed) return;
  installed = true;
  const logger = new DefaultLogger(level, ({ level: severity, message, meta }) => {
    const details = meta === undefined ? '' : ` ${JSON.stringify(meta, withoutStacks)}`;
    process.stderr.write(`${new Date().toISOString()} ${severity} ${message}${details}\n`);
  });
  Runtime.install({
    logger,
    telemetryOptions: { logging: { filter: { core: level, other: level }, forward: {} } },
    shutdownSignals: [],
  });
}

function withoutStacks(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Error ? value.message : value;
}
