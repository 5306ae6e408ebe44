import { z } from 'zod';
import type { LintOffense, LintReport, Reading } from '../domain/evidence.ts';
import { mapReading, readJson, shorten } from './read-json.ts';
import { NO_CONTEXT, repoPath } from './report-context.ts';
import type { ReportContext } from './report-context.ts';

const count = z.int().min(0);

const message = z.object({
  ruleId: z.string().nullable(),
  severity: z.union([z.literal(1), z.literal(2)]),
  message: z.string(),
  line: z.int().nullish(),
});

const fileResult = z.object({
  filePath: z.string(),
  messages: z.array(message),
  errorCount: count,
  warningCount: count,
  /** With `--stats`: the rules that ran on the file, in `rules`. */
  stats: z
    .object({ times: z.object({ passes: z.array(z.object({ rules: z.record(z.string(), z.unknown()).optional() })) }) })
    .optional(),
});
type FileResult = z.infer<typeof fileResult>;

/**
 * ESLint's warnings do not fail a project's own `eslint` and so are no offenses here,
 * unless there are more than its lint script allows with `--max-warnings`: then all of them are.
 */
export function readEslintJson(text: string, context: ReportContext = NO_CONTEXT): Reading<LintReport> {
  return mapReading(readJson(text, z.array(fileResult)), (results) => toLintReport(results, context));
}

function toLintReport(results: FileResult[], context: ReportContext): Reading<LintReport> {
  const wrong = results.find((file) => !countsAgree(file));
  if (wrong !== undefined)
    return { kind: 'unreadable', because: `ESLint's counts for ${wrong.filePath} differ from its messages` };
  const looked = results.filter((file) => wasLinted(file));
  const warnings = looked.reduce((sum, file) => sum + file.warningCount, 0);
  const least = warnings > (context.maxWarnings ?? Infinity) ? 1 : 2;
  const offenses = looked.flatMap((file) =>
    file.messages.filter((one) => one.severity >= least).map((one) => toOffense(file, one, context)),
  );
  return { kind: 'read', report: { inspected: looked.length, offenses, crashes: [] } };
}

function countsAgree(file: FileResult): boolean {
  const errors = file.messages.filter((one) => one.severity === 2).length;
  return errors === file.errorCount && file.messages.length - errors === file.warningCount;
}

/** Not linted: a file that was named but is ignored, and one on which no rule ran, which would look clean for ever. */
function wasLinted(file: FileResult): boolean {
  const [first] = file.messages;
  if (first === undefined)
    return file.stats?.times.passes.some((pass) => Object.keys(pass.rules ?? {}).length > 0) ?? true;
  return !(
    file.messages.length === 1 &&
    first.ruleId === null &&
    first.severity === 1 &&
    first.message.startsWith('File ignored')
  );
}

function toOffense(file: FileResult, one: z.infer<typeof message>, context: ReportContext): LintOffense {
  return {
    file: repoPath(file.filePath, context.roots),
    line: one.line ?? undefined,
    rule: one.ruleId ?? 'syntax',
    message: shorten(one.message),
  };
}
