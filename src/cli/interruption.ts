import { EXIT } from './exit-codes.ts';

const SIGNALS = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.hungUp } as const;

/** npm hands on the Ctrl-C that the terminal has sent to us already: that is one key press, not two. */
const SAME_PRESS_MS = 1_000;

/** Somebody pressed Ctrl-C or told us to stop: nothing is wrong, and nothing is known. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: number;

  constructor(signal: keyof typeof SIGNALS) {
    super(`ended by ${signal}`);
    this.exitCode = SIGNALS[signal];
  }
}

const controller = new AbortController();
let listening = false;

/**
 * Aborts with `Interrupted` at the first Ctrl-C, termination or hang-up, so that what was opened can be closed. The second ends
 * the process at once; its children see that and end as well. From the first call on signals no longer end us by themselves.
 */
export function interruption(): AbortSignal {
  if (!listening) {
    listening = true;
    for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) process.on(signal, () => interrupt(signal));
  }
  return controller.signal;
}

let firstAt = 0;

function interrupt(signal: keyof typeof SIGNALS): void {
  if (!controller.signal.aborted) {
    firstAt = Date.now();
    controller.abort(new Interrupted(signal));
  } else if (Date.now() - firstAt > SAME_PRESS_MS) process.exit(SIGNALS[signal]);
}

/** Who stopped us, if anybody did: what fails after that failed because of it. */
export function interrupted(): Interrupted | null {
  return controller.signal.aborted ? (controller.signal.reason as Interrupted) : null;
}

/** Rejects with the signal's reason; never resolves. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

/** Resolves at the first Ctrl-C or termination. */
export function untilInterrupted(): Promise<void> {
  return untilAborted(interruption()).catch(() => undefined);
}
