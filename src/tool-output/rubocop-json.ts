import { z } from 'zod';
import type { LintReport, Reading } from '../domain/evidence.ts';
import { mapReading, readJson, shorten } from './read-json.ts';
import { NO_CONTEXT, repoPath } from './report-context.ts';
import type { ReportContext } from './report-context.ts';

const count = z.int().min(0);

const report = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      offenses: z.array(
        z.object({
          severity: z.string(),
          cop_name: z.string(),
          message: z.string(),
          location: z.object({ start_line: z.int().optional(), line: z.int().optional() }),
        }),
      ),
    }),
  ),
  summary: z.object({ offense_count: count, target_file_count: count, inspected_file_count: count }),
});
type RubocopReport = z.infer<typeof report>;

/** RuboCop tells of a cop that crashed on standard error alone, beside a report that looks clean: hence the output. */
export function readRubocopJson(text: string, context: ReportContext = NO_CONTEXT): Reading<LintReport> {
  return mapReading(readJson(text, report), (read) => toLintReport(read, context));
}

function toLintReport(read: RubocopReport, context: ReportContext): Reading<LintReport> {
  const { offense_count, target_file_count, inspected_file_count } = read.summary;
  const counted = read.files.reduce((sum, file) => sum + file.offenses.length, 0);
  if (inspected_file_count !== target_file_count || read.files.length !== inspected_file_count) {
    return {
      kind: 'unreadable',
      because: `RuboCop looked at ${inspected_file_count} of ${target_file_count} files and reports on ${read.files.length}`,
    };
  }
  if (counted !== offense_count) {
    return {
      kind: 'unreadable',
      because: `RuboCop's summary counts ${offense_count} offenses, its entries are ${counted}`,
    };
  }
  if (target_file_count > 0 && countedCops(context.expected) === 0) {
    return {
      kind: 'unreadable',
      because: 'no cop looked at a file: all are switched off, or our guard was kept from counting them',
    };
  }
  return {
    kind: 'read',
    report: {
      inspected: inspected_file_count,
      offenses: offensesOf(read, context),
      crashes: crashesIn(context.output),
    },
  };
}

const cops = z.object({ cops: count });

/** What our guard wrote down: the most cops that looked at one file. Where it should have and did not, none. */
function countedCops(expected: string | null | undefined): number {
  if (expected === undefined) return Infinity;
  const read = readJson(expected ?? '', cops);
  return read.kind === 'read' ? read.report.cops : 0;
}

/** `info` is RuboCop's word for what a project wants to see and not to fail on; all else is an offense. */
function offensesOf(read: RubocopReport, context: ReportContext): LintReport['offenses'] {
  return read.files.flatMap((file) =>
    file.offenses
      .filter((offense) => offense.severity !== 'info')
      .map((offense) => ({
        file: repoPath(file.path, context.roots),
        line: offense.location.start_line ?? offense.location.line,
        rule: offense.cop_name,
        message: shorten(offense.message),
      })),
  );
}

function crashesIn(output: string): string[] {
  return [...new Set(output.match(/^An error occurred while .+$/gm) ?? [])].map((line) => shorten(line, 500));
}
