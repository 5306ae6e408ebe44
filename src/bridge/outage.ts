import { errorText } from '../transport/error-code.ts';
import type { BridgeLog } from './bridge-log.ts';

/** Something that the bridge waits for. It is told of once when it goes away and once when it is back. */
export interface Outage {
  began: (error: unknown) => void;
  over: () => void;
}

/** `what` begins a sentence: "The broker at localhost:5672". */
export function watchOutage(log: BridgeLog, what: string): Outage {
  let isAway = false;
  return {
    began: (error) => {
      if (!isAway) log.warn({ because: errorText(error) }, `${what} does not answer: waiting for it`);
      isAway = true;
    },
    over: () => {
      if (isAway) log.info({}, `${what} answers again`);
      isAway = false;
    },
  };
}
