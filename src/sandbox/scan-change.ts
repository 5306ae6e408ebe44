import type { Checkout, ScanChange } from '../activities/ports.ts';
import type { ChangedFile } from '../domain/plan.ts';
import type { ScanInput } from '../security/scan-input.ts';
import { scanFiles } from './scan-in-child.ts';
import type { ScanPoolOptions } from './scan-pool.ts';

/** A copy is a new file: all of it counts. A rename is compared with what it was. */
async function readBefore(checkout: Checkout, file: ChangedFile): Promise<Uint8Array | null> {
  const isNew = file.change === 'added' || file.change === 'copied' || file.oldMode === '160000';
  return isNew ? null : checkout.readBase(file.from ?? file.path);
}

async function readAfter(checkout: Checkout, file: ChangedFile): Promise<Uint8Array | null> {
  return file.change === 'deleted' || file.newMode === '160000' ? null : checkout.readHead(file.path);
}

async function* readChange(checkout: Checkout): AsyncGenerator<ScanInput> {
  for (const file of checkout.changedFiles)
    yield { ...file, before: await readBefore(checkout, file), after: await readAfter(checkout, file) };
}

/** Scans both sides of every changed file, one in memory at a time; the scanning process gets texts and never the disk. */
export function createScanChange(options: Partial<ScanPoolOptions> = {}): ScanChange {
  return (checkout, { timeoutMs }, signal) => scanFiles(readChange(checkout), { ...options, timeoutMs }, signal);
}
