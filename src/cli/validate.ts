import type { Command } from 'commander';
import type { WorkItem } from '../domain/work-item.ts';
import { exitCodeOf } from './exit-codes.ts';
import { readWorkItemFrom } from './read-input.ts';
import { readSettings } from './read-settings.ts';
import { workItemOfRepository } from './repository-work-item.ts';
import { withSession } from './session.ts';
import { tellVerdict } from './tell-verdict.ts';
import { UsageError } from './usage-error.ts';
import { validateWith } from './validate-with.ts';
import { validationWorkflowId } from '../domain/validation-request.ts';

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
    .option('--base <branch>', 'the branch that --repo is compared with (default: main)')
    .option('--json', 'print the result alone on standard output')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string | undefined, options: ValidateOptions) => {
      const call = readSettings(options.settings);
      const workItem = await workItemFrom(file, options);
      process.exitCode = await withSession(call, { worker: 'join' }, async (session) => {
        const result = await validateWith(session, workItem);
        await tellVerdict(session, { workflowId: validationWorkflowId(workItem), result, json: options.json });
        return exitCodeOf(result.pipeline.review_result);
      });
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator validate work_item.json
  $ lex-validator validate --repo . --base main
  $ cat work_item.json | lex-validator validate - --json > result.json

With TEMPORAL_ADDRESS, or temporal.address in the settings, the workers of that server judge, by their own settings.
Without, a running \`lex-validator up\` does, else an embedded server and a worker that end with the command.

Exit code: 0 approved, 1 rejected, 2 bad input or settings, 3 not judged, 4 Temporal is not to be had, 130 Ctrl-C.`;

async function workItemFrom(file: string | undefined, { repo, base }: ValidateOptions): Promise<WorkItem> {
  if (base !== undefined && repo === undefined) throw new UsageError('--base goes with --repo DIR.');
  if (repo !== undefined && file === undefined) return workItemOfRepository(repo, base ?? 'main');
  if (repo === undefined && file !== undefined) return readWorkItemFrom(file);
  throw new UsageError('Give either a work item (a file, or - for standard input) or --repo DIR.');
}
