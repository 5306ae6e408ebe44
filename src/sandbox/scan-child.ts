import { scanFile } from '../security/scan-file.ts';
import type { FileScan } from '../security/scan-input.ts';
import { readScanRequest } from './scan-messages.ts';

/** The killable half of the scan: one file in, one answer out, nothing else. It is a process because a parse cannot be interrupted. */
async function answer(message: unknown): Promise<void> {
  const { id, input } = readScanRequest(message);
  process.send?.({ id, scan: await scanFile(input).catch(failure) });
}

function failure(error: unknown): FileScan {
  return { findings: [], unscanned: `the scan failed: ${String(error).slice(0, 200)}` };
}

process.on('message', (message) => void answer(message));
process.on('disconnect', () => process.exit(0));
