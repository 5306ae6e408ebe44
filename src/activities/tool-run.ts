import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '../domain/evidence.ts';
import type { ToolCommand } from '../languages/language-profile.ts';
import { mapReading } from '../tool-output/read-json.ts';
import type { ReportContext } from '../tool-output/report-context.ts';
import type { Checkout, CommandRun } from './ports.ts';
import { prepareReportFolder, readReportFile } from './report-folder.ts';
import type { RunToolInput, ToolDependencies } from './tool-input.ts';

/** Where the work tree lies inside the sandbox; without one it lies where it is. */
const REPO_INSIDE = '/repo';

export async function runPlanned(
  { runCommand }: ToolDependencies,
  { checkout, tool, input }: { checkout: Checkout; tool: ToolCommand; input: RunToolInput },
  signal: AbortSignal,
): Promise<CommandRun> {
  if (tool.needs !== undefined && !(await isThere(join(checkout.dir, tool.needs.file))))
    return missing(tool.needs.tool);
  await prepareReportFolder(checkout, tool);
  const { command, env } = tool;
  return runCommand({ command, env, checkout, timeoutMs: input.timeoutMs, sandbox: input.sandbox }, signal);
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** As the sandbox says it of a program that is not there. */
function missing(tool: string): CommandRun {
  return { end: { kind: 'tool-missing', tool }, tail: '', output: '', durationMs: 0, sandboxed: false };
}

export interface ReportRequest<Format extends string, Report> {
  tool: ToolCommand<Format>;
  run: CommandRun;
  readers: Record<Format, (text: string, context: ReportContext) => Reading<Report>>;
}

export async function readReport<Format extends string, Report>(
  checkout: Checkout,
  { tool, run, readers }: ReportRequest<Format, Report>,
): Promise<Reading<Report>> {
  const text = await readReportFile(checkout, tool.report.file);
  const context: ReportContext = {
    output: run.output,
    roots: [REPO_INSIDE, checkout.dir],
    expected: await readExpected(checkout, tool),
    maxWarnings: tool.report.maxWarnings,
  };
  return mapReading(text, (whole) => readers[tool.report.format](whole, context));
}

/** `undefined` where no guard writes a list; `null` where one should have and did not. */
async function readExpected(checkout: Checkout, { guard }: ToolCommand): Promise<string | null | undefined> {
  if (guard?.writes === undefined) return undefined;
  const list = await readReportFile(checkout, guard.writes);
  return list.kind === 'read' ? list.report : null;
}
