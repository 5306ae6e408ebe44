import type { Checkout, ScanChange } from '../activities/ports.ts';
import type { ChangedFile } from '../domain/plan.ts';
import type { ScanInput } from '../security/scan-input.ts';
import { scanFiles, tooLate, type UnreadFile } from './scan-in-child.ts';
import type { ScanPoolOptions } from './scan-pool.ts';
import { startScanChild } from './scan-process.ts';
import { keepSpareChild } from './scan-spare.ts';

/** A copy is a new file: all of it counts. A rename is compared with what it was. */
async function readBefore(checkout: Checkout, file: ChangedFile): Promise<Uint8Array | null> {
  const isNew = file.change === 'added' || file.change === 'copied' || file.oldMode === '160000';
  return isNew ? null : checkout.readBase(file.from ?? file.path);
}

async function readAfter(checkout: Checkout, file: ChangedFile): Promise<Uint8Array | null> {
  return file.change === 'deleted' || file.newMode === '160000' ? null : checkout.readHead(file.path);
}

/** What is left over when the time is up is not read any more. */
async function* readChange(checkout: Checkout, timeoutMs: number): AsyncGenerator<ScanInput | UnreadFile> {
  const deadline = Date.now() + timeoutMs;
  for (const file of checkout.changedFiles) {
    if (Date.now() >= deadline) yield { ...file, unread: tooLate(timeoutMs) };
    else {
      const [before, after] = await Promise.all([readBefore(checkout, file), readAfter(checkout, file)]);
      yield { ...file, before, after };
    }
  }
}

/**
 * Scans both sides of every changed file, with the next one read meanwhile; the scanning process gets texts and never the disk. Keeps
 * a process ready for the next change: each has its own, so that no repository can leave anything for another.
 */
export function createScanChange({
  startChild = startScanChild,
  ...options
}: Partial<ScanPoolOptions> = {}): ScanChange {
  const spare = keepSpareChild(startChild);
  return async (checkout, { timeoutMs }, signal) => {
    try {
      return await scanFiles(
        readChange(checkout, timeoutMs),
        { ...options, startChild: spare.take, timeoutMs },
        signal,
      );
    } finally {
      spare.refill();
    }
  };
}
