import type { Finding, ScanEvidence } from '../domain/evidence.ts';
import type { ChangedFile } from '../domain/plan.ts';
import { MOST_TEXT_BYTES } from '../security/read-text.ts';
import { inspectChangedFiles } from '../security/rules/changed-files.ts';
import { scanUnread } from '../security/scan-file.ts';
import type { CountedFile } from '../security/test-counts.ts';
import type { FileScan, ScanInput } from '../security/scan-input.ts';
import { oneAhead } from './one-ahead.ts';
import { startScanChild } from './scan-process.ts';
import type { ChildAnswer } from './scan-process.ts';
import { startScanPool } from './scan-pool.ts';
import type { ScanPool, ScanPoolOptions } from './scan-pool.ts';

export interface ScanOptions extends Partial<ScanPoolOptions> {
  /** For the whole scan; files that it leaves over are unscanned. */
  timeoutMs: number;
}

/** A file that nobody read, and why. */
export interface UnreadFile extends ChangedFile {
  unread: string;
}

export function tooLate(timeoutMs: number): string {
  return `the scan's ${timeoutMs} ms were over before it`;
}

/** Longer than any file within the size limits took, by far. */
const FILE_MS = 15_000;
const BYTES_PER_CHILD = 4 * 1024 * 1024;

/**
 * Scans files in a process that can be killed. Every file is told once: scanned, or unscanned with the reason; nothing that goes wrong
 * with one is a clean scan of it. Rejects only with the signal's reason, when cancelled, or with what reading the inputs threw.
 */
export async function scanFiles(
  inputs: Iterable<ScanInput> | AsyncIterable<ScanInput | UnreadFile>,
  options: ScanOptions,
  signal: AbortSignal,
): Promise<ScanEvidence> {
  const deadline = Date.now() + options.timeoutMs;
  const defaults = { fileTimeoutMs: FILE_MS, bytesPerChild: BYTES_PER_CHILD, startChild: startScanChild };
  const pool = startScanPool({ ...defaults, ...options });
  const seen: CountedFile[] = [];
  const findings: Finding[] = [];
  const unscanned: ScanEvidence['unscanned'] = [];
  try {
    for await (const input of oneAhead(inputs)) {
      signal.throwIfAborted();
      const scan = await scanOne(pool, input, { deadline, timeoutMs: options.timeoutMs, signal });
      seen.push({ ...withoutContent(input), ...(scan.counts !== undefined && { counts: scan.counts }) });
      findings.push(...scan.findings);
      if (scan.unscanned !== undefined) unscanned.push({ file: input.path, because: scan.unscanned });
    }
  } finally {
    pool.close();
  }
  findings.push(...inspectChangedFiles(seen));
  return { toScan: seen.length, scanned: seen.length - unscanned.length, findings, unscanned };
}

interface Limits {
  deadline: number;
  timeoutMs: number;
  signal: AbortSignal;
}

async function scanOne(
  pool: ScanPool,
  input: ScanInput | UnreadFile,
  { deadline, timeoutMs, signal }: Limits,
): Promise<FileScan> {
  if ('unread' in input) return { findings: [], unscanned: input.unread };
  const known = withoutChild(input);
  if (known !== null) return known;
  if (Date.now() >= deadline) return { findings: [], unscanned: tooLate(timeoutMs) };
  const answer = await pool.scan(input, deadline, signal);
  return toScan(answer);
}

/** The files of a change are remembered for the rules over all of it, their content is not. */
function withoutContent({ path, from, change, oldMode, newMode }: ChangedFile): ChangedFile {
  return { path, ...(from !== undefined && { from }), change, oldMode, newMode };
}

function toScan(answer: ChildAnswer): FileScan {
  return answer.kind === 'scanned' ? answer.scan : { findings: [], unscanned: answer.because };
}

/** Files that need no reading, cannot be read, or are too large to hand over. */
function withoutChild(input: ScanInput): FileScan | null {
  if (input.newMode === '160000') return { findings: [] };
  if (input.after === null && input.change !== 'deleted')
    return { findings: [], unscanned: 'its content could not be read' };
  return input.after !== null && input.after.byteLength > MOST_TEXT_BYTES ? scanUnread(input) : null;
}
