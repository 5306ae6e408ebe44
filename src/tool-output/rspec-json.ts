import { z } from 'zod';
import type { Reading, TestFailure, TestReport } from '../domain/evidence.ts';
import { mapReading, readJson, shorten } from './read-json.ts';
import { NO_CONTEXT, repoPath } from './report-context.ts';
import type { ReportContext } from './report-context.ts';

const count = z.int().min(0);

const example = z.object({
  id: z.string(),
  full_description: z.string(),
  /** `passed`, `failed`, `pending`; an empty one belongs to an example that the process left in the middle. */
  status: z.string(),
  file_path: z.string(),
  line_number: z.int(),
  exception: z.object({ class: z.string(), message: z.string().nullish() }).optional(),
});
type Example = z.infer<typeof example>;

const report = z.object({
  examples: z.array(example),
  messages: z.array(z.string()).optional(),
  summary: z.object({
    example_count: count,
    failure_count: count,
    pending_count: count,
    errors_outside_of_examples_count: count,
  }),
});
type RspecReport = z.infer<typeof report>;

/** The JSON formatter of RSpec 3. With `expected`, examples that were to run and are not in the report are unfinished. */
export function readRspecJson(text: string, context: ReportContext = NO_CONTEXT): Reading<TestReport> {
  return mapReading(readJson(text, report), (read) => ({ kind: 'read', report: toTestReport(read, context) }));
}

function toTestReport(read: RspecReport, context: ReportContext): TestReport {
  const having = (status: string): Example[] => read.examples.filter((one) => one.status === status);
  const [passed, failed, pending] = [having('passed'), having('failed'), having('pending')];
  const missing = missingExamples(read, context.expected);
  return {
    passed: passed.length,
    failed: failed.length,
    skipped: pending.length,
    unfinished: read.examples.length - passed.length - failed.length - pending.length + missing.count,
    loadErrors: loadErrorsOf(read),
    failures: failed.map((one) => toFailure(one, context)),
    distrust:
      missing.distrust ??
      disagreement(read, { failed: failed.length, pending: pending.length }) ??
      contradiction(read, context.output),
  };
}

const expectedIds = z.array(z.string());

function missingExamples(read: RspecReport, expected: string | null | undefined): { count: number; distrust?: string } {
  if (expected === undefined || read.examples.length === 0) return { count: 0 };
  if (expected === null)
    return read.summary.errors_outside_of_examples_count > 0
      ? { count: 0 }
      : { count: 0, distrust: 'the list of examples to expect was not written' };
  const list = readJson(expected, expectedIds);
  if (list.kind !== 'read') return { count: 0, distrust: 'the list of examples to expect cannot be read' };
  const ran = new Set(read.examples.map((one) => one.id));
  return { count: list.report.filter((id) => !ran.has(id)).length };
}

/** RSpec counts these and says them in `messages`, among others; one that it does not say is counted all the same. */
function loadErrorsOf(read: RspecReport): string[] {
  const total = read.summary.errors_outside_of_examples_count;
  if (total === 0) return [];
  const said = (read.messages ?? [])
    .filter((message) => /error/i.test(message))
    .map((message) => shorten(message.trim()));
  const unsaid = Math.max(0, total - said.length);
  return [...said, ...Array.from({ length: unsaid }, () => 'an error occurred outside of examples')];
}

function toFailure(one: Example, context: ReportContext): TestFailure {
  const { exception } = one;
  const message = exception === undefined ? 'failed' : `${exception.class}: ${(exception.message ?? '').trim()}`;
  return {
    name: one.full_description,
    file: repoPath(one.file_path, context.roots),
    line: one.line_number,
    message: shorten(message),
  };
}

function disagreement(read: RspecReport, counted: { failed: number; pending: number }): string | undefined {
  const { example_count, failure_count, pending_count } = read.summary;
  if (example_count === read.examples.length && failure_count === counted.failed && pending_count === counted.pending)
    return undefined;
  return `the summary speaks of ${example_count} examples, ${failure_count} failed, ${pending_count} pending; the entries are ${read.examples.length}, ${counted.failed}, ${counted.pending}`;
}

/**
 * RSpec also tells a person how it went, and what was written to a pipe cannot be taken back: a suite that replaces its own report on
 * the way out is contradicted by that. Suites that run RSpec themselves print such lines too, so one of them must agree, and none of a
 * run as large as this may tell of more failures.
 */
function contradiction({ summary }: RspecReport, output: string): string | undefined {
  const told = [...output.matchAll(/^(\d+) examples?, (\d+) failures?/gm)].map(([line, examples, failures]) => ({
    line,
    examples: Number(examples),
    failures: Number(failures),
  }));
  const sameSize = told.filter(({ examples }) => examples === summary.example_count);
  const liar =
    sameSize.find(({ failures }) => failures > summary.failure_count) ?? (sameSize.length === 0 ? told[0] : undefined);
  if (liar === undefined) return undefined;
  return `RSpec itself said "${liar.line}", and its report ${summary.example_count} examples, ${summary.failure_count} failed`;
}
