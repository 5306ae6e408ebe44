import { setTimeout } from 'node:timers/promises';

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** Waits longer each time, up to ten seconds. Says whether to go on: false once the signal is there. */
export async function backOff(attempt: number, signal: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS), undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
