import { say } from './streams.ts';

/** What was opened, to be closed in the opposite order. */
export interface Closing {
  add: (what: string, close: () => Promise<void>) => void;
  /** Closes everything, whatever fails on the way; says what failed. */
  run: () => Promise<void>;
}

export function createClosing(): Closing {
  const steps: { what: string; close: () => Promise<void> }[] = [];
  return {
    add: (what, close) => void steps.push({ what, close }),
    run: async () => {
      for (const { what, close } of steps.splice(0).reverse()) {
        await close().catch((error: unknown) => say(`${what} did not close: ${(error as Error).message}`));
      }
    },
  };
}
