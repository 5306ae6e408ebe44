import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '../domain/evidence.ts';
import type { ToolCommand } from '../languages/language-profile.ts';
import type { Checkout } from './ports.ts';

/** A report of a real suite is far smaller; one that is larger is not read in part. */
const MAX_REPORT_BYTES = 32 * 1024 * 1024;

/**
 * Clears away whatever an earlier command of the repository left under our names (a ready-made report, a link to elsewhere),
 * then writes the guard. `wx` never follows a link.
 */
export async function prepareReportFolder({ reportDir }: Checkout, { report, guard }: ToolCommand): Promise<void> {
  const names = [report.file, guard?.file, guard?.writes].filter((name) => name !== undefined);
  for (const name of names) await rm(join(reportDir, name), { recursive: true, force: true });
  if (guard === undefined) return;
  const file = await open(join(reportDir, guard.file), 'wx', 0o644);
  try {
    await file.writeFile(guard.text);
  } finally {
    await file.close();
  }
}

/** Reads a file that a command from the repository wrote. Only a regular file: a link could name one of the worker's own. */
export async function readReportFile(checkout: Checkout, name: string): Promise<Reading<string>> {
  let file;
  try {
    file = await open(join(checkout.reportDir, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { kind: 'absent' };
    return {
      kind: 'unreadable',
      because: `the report cannot be opened (${(error as { code?: string }).code ?? 'unknown'})`,
    };
  }
  try {
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: -1 }));
    if (size < 0) return { kind: 'unreadable', because: 'the report is not a regular file' };
    if (size > MAX_REPORT_BYTES)
      return { kind: 'unreadable', because: `the report is larger than ${MAX_REPORT_BYTES} bytes` };
    return { kind: 'read', report: await file.readFile('utf8') };
  } finally {
    await file.close();
  }
}
