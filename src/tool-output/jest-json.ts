import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import type { Reading, TestFailure, TestReport } from '../domain/evidence.ts';
import { mapReading, readJson, shorten } from './read-json.ts';
import { NO_CONTEXT, repoPath } from './report-context.ts';
import type { ReportContext } from './report-context.ts';

const count = z.int().min(0);

const assertion = z.object({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
  location: z.object({ line: z.int() }).nullish(),
});

const suite = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().nullish(),
  assertionResults: z.array(assertion),
});
type Suite = z.infer<typeof suite>;

/** Vitest leaves out what it does not know (`numRuntimeErrorTestSuites`, `wasInterrupted`). */
const report = z.object({
  numTotalTests: count,
  numPassedTests: count,
  numFailedTests: count,
  numRuntimeErrorTestSuites: count.optional(),
  success: z.boolean(),
  wasInterrupted: z.boolean().optional(),
  testResults: z.array(suite),
});
type JestReport = z.infer<typeof report>;

type Kind = 'passed' | 'failed' | 'skipped' | 'unfinished';
const KIND_OF_STATUS = new Map<string, Kind>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['todo', 'skipped'],
  ['disabled', 'skipped'],
]);

/** The JSON of Jest's `--json`, which Vitest's `json` reporter writes as well. `success` is never believed: it is true of no tests at all. */
export function readJestJson(text: string, context: ReportContext = NO_CONTEXT): Reading<TestReport> {
  return mapReading(readJson(text, report), (read) => ({ kind: 'read', report: toTestReport(read, context) }));
}

function toTestReport(read: JestReport, context: ReportContext): TestReport {
  const counts: Record<Kind, number> = { passed: 0, failed: 0, skipped: 0, unfinished: 0 };
  for (const one of read.testResults.flatMap((file) => file.assertionResults))
    counts[KIND_OF_STATUS.get(one.status) ?? 'unfinished'] += 1;
  return {
    ...counts,
    loadErrors: loadErrorsOf(read, context),
    failures: read.testResults.flatMap((file) => failuresOf(file, context)),
    distrust: disagreement(read, counts),
  };
}

/** A file that failed although none of its tests did: it did not load, or a hook outside of its tests raised. */
function loadErrorsOf(read: JestReport, context: ReportContext): string[] {
  const broken = read.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  const said = broken.map((file) =>
    shorten(`${repoPath(file.name, context.roots)}: ${plain(file.message ?? 'failed to run')}`),
  );
  const unsaid = Math.max(0, (read.numRuntimeErrorTestSuites ?? 0) - said.length);
  return [...said, ...Array.from({ length: unsaid }, () => 'a test file failed to run')];
}

function failuresOf(file: Suite, context: ReportContext): TestFailure[] {
  return file.assertionResults
    .filter((one) => one.status === 'failed')
    .map((one) => ({
      name: one.fullName,
      file: repoPath(file.name, context.roots),
      line: one.location?.line,
      message: shorten(plain((one.failureMessages ?? []).join('\n')) || 'failed'),
    }));
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}

function disagreement(read: JestReport, counts: Record<Kind, number>): string | undefined {
  if (read.wasInterrupted === true) return 'the run was interrupted';
  const total = counts.passed + counts.failed + counts.skipped + counts.unfinished;
  if (read.numTotalTests === total && read.numPassedTests === counts.passed && read.numFailedTests === counts.failed)
    return undefined;
  return `the summary speaks of ${read.numTotalTests} tests, ${read.numPassedTests} passed, ${read.numFailedTests} failed; the entries are ${total}, ${counts.passed}, ${counts.failed}`;
}
