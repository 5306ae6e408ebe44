/** Resolves at the first Ctrl-C or termination, so that what was opened can be closed; the second one ends the process at once. */
export function untilInterrupted(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(signal));
  });
}

/** Somebody pressed Ctrl-C: nothing is wrong, and nothing is known. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
