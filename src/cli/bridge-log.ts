import { pino } from 'pino';
import type { BridgeLog } from '../bridge/bridge-log.ts';

/** One JSON object a line on standard error, written at once: what was said before a crash is there after it. */
export function bridgeLog(): BridgeLog {
  return pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
}
