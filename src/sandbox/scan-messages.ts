import { z } from 'zod';
import type { FileScan, ScanInput } from '../security/scan-input.ts';

/** What the parent sends; both sides are ours, so the child trusts it. */
export interface ScanRequest {
  id: number;
  input: ScanInput;
}

export function readScanRequest(message: unknown): ScanRequest {
  return message as ScanRequest;
}

const finding = z.object({
  file: z.string(),
  line: z.int().positive().optional(),
  side: z.enum(['new', 'old']),
  rule: z.string().min(1),
  why: z.string().min(1),
  level: z.enum(['blocking', 'note']),
  excerpt: z.string().max(2_000).optional(),
});

const number = z.int().nonnegative();
const names = z.array(z.string()).max(2_000);
const tests = z.object({ cases: number, asserting: number });
const counts = z.object({ testsBefore: tests, testsAfter: tests, definitionsGone: names, definitionsCome: names });

const answer = z.object({
  id: z.int(),
  scan: z.object({ findings: z.array(finding), unscanned: z.string().min(1).optional(), counts: counts.optional() }),
});

/** The child read hostile files: its answer is checked like any other input. `null` is no answer. */
export function readScanAnswer(message: unknown, id: number): FileScan | null {
  const read = answer.safeParse(message);
  return read.success && read.data.id === id ? read.data.scan : null;
}
