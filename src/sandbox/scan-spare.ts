import type { ScanChild } from './scan-process.ts';

/** A scanning process that has read nothing yet, kept ready: to load the grammars takes longer than to scan a small change. */
export interface SpareChild {
  /** The one that is ready, or a new one. It is the caller's, to close. */
  take: () => ScanChild;
  /** Makes the next one ready; called when a scan is over, so as not to take time from it. */
  refill: () => void;
}

export function keepSpareChild(start: () => ScanChild): SpareChild {
  let spare: ScanChild | null = start();
  return {
    take: () => {
      const ready = spare?.isAlive() === true ? spare : start();
      spare = null;
      return ready;
    },
    refill: () => (spare ??= start()),
  };
}
