import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { startValidation, type ValidationHandle } from '../client.ts';
import type { WorkItem } from '../domain/work-item.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import { renderVerdict } from '../report/terminal.ts';
import { cacheFolder } from '../temporal/cache-folder.ts';
import { exitCodeOf } from './exit-codes.ts';
import { followRun } from './follow-run.ts';
import { readWorkItemFrom } from './read-input.ts';
import { readSettings } from './read-settings.ts';
import { workItemOfRepository } from './repository-work-item.ts';
import { openSession, type Session } from './session.ts';
import { printResult, say } from './streams.ts';
import { Interrupted, untilInterrupted } from './until-interrupted.ts';
import { UsageError } from './usage-error.ts';

interface ValidateOptions {
  repo?: string;
  base?: string;
  json?: boolean;
  settings?: string;
}

export function addValidate(program: Command): void {
  program
    .command('validate')
    .description('take a work item through the checks to a verdict')
    .argument('[work_item]', 'a JSON file, or - for standard input')
    .option('--repo <dir>', 'judge the current commit of a local repository instead; no pull request is needed')
    .option('--base <branch>', 'the branch that --repo is compared with', 'main')
    .option('--json', 'print the result alone on standard output')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string | undefined, options: ValidateOptions) => {
      const settings = readSettings(options.settings);
      const workItem = await workItemFrom(file, options);
      const session = await openSession(settings, { worker: process.env.TEMPORAL_ADDRESS === undefined });
      try {
        const result = await validateWith(session, workItem);
        if (options.json) printResult(JSON.stringify(result, null, 2));
        process.exitCode = exitCodeOf(result.pipeline.review_result);
      } finally {
        await session.close();
      }
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator validate work_item.json
  $ lex-validator validate --repo . --base main
  $ cat work_item.json | lex-validator validate - --json

Exit code: 0 approved, 1 rejected, 2 bad input or settings, 3 not judged, 4 Temporal is not to be had.`;

function workItemFrom(file: string | undefined, { repo, base = 'main' }: ValidateOptions): Promise<WorkItem> {
  if (repo !== undefined && file === undefined) return workItemOfRepository(repo, base);
  if (repo === undefined && file !== undefined) return readWorkItemFrom(file);
  throw new UsageError('Give either a work item (a file, or - for standard input) or --repo DIR.');
}

/** Starts or joins the run, shows it live, and tells the verdict on standard error. */
export async function validateWith(session: Session, workItem: WorkItem): Promise<ValidationResult> {
  const handle = await startValidation({ work_item: workItem }, session);
  say(`run ${handle.workflowId}`);
  const result = await Promise.race([followRun(handle), session.broke, cancelledByUser(handle)]);
  await tell(session, handle, result);
  return result;
}

/** Ctrl-C cancels the run, so that its processes end and its checkout goes, and only then gives up. */
async function cancelledByUser(handle: ValidationHandle): Promise<never> {
  await untilInterrupted();
  say('cancelling the run …');
  await handle.cancel();
  await Promise.race([handle.result().catch(() => undefined), sleep(CANCEL_LIMIT_MS)]);
  throw new Interrupted();
}

const CANCEL_LIMIT_MS = 20_000;

/** The verdict, where the whole result is, and where the run can be inspected. */
export async function tell(
  session: Session,
  handle: Pick<ValidationHandle, 'workflowId'>,
  result: ValidationResult,
): Promise<void> {
  say(renderVerdict(result));
  say(`\nresult   ${await keepResult(handle.workflowId, result)}`);
  const address = uiAddress(session, handle.workflowId);
  if (address !== null) say(`inspect  ${address}`);
}

/** The address of a run's page in the Temporal UI. */
export function uiAddress({ uiUrl, target }: Pick<Session, 'uiUrl' | 'target'>, workflowId: string): string | null {
  return uiUrl === null ? null : `${uiUrl}/namespaces/${target.namespace}/workflows/${encodeURIComponent(workflowId)}`;
}

async function keepResult(workflowId: string, result: ValidationResult): Promise<string> {
  const folder = join(cacheFolder(process.env), 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${workflowId.replaceAll(/[^\w.-]+/g, '_')}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
}
