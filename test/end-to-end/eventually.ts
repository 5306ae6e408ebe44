import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it is so; fails with what was seen instead. */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
  seen: () => string,
): Promise<void> {
  const until = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`After ${withinMs / 1000} s: ${seen()}`);
    await sleep(50);
  }
}
