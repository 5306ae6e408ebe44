import type { Command } from 'commander';
import { verdictWord } from '../domain/verdict.ts';
import { renderCheckLine } from '../report/check-lines.ts';
import type { FoundRun } from './found-run.ts';
import { lookUpRun } from './look-up-run.ts';
import { readSettings } from './read-settings.ts';
import { colorsFor, printResult } from './streams.ts';

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('where a run stands')
    .argument('<id>', 'a workflow id, or a work item’s id: then its newest attempt')
    .option('--json', 'print the status alone, as JSON')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string, options: { json?: boolean; settings?: string }) => {
      const run = await lookUpRun(readSettings(options.settings), id);
      printResult(options.json ? JSON.stringify(toJson(run), null, 2) : render(run));
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator status uuid-001
  $ lex-validator status validate/uuid-001/0 --json

Exit code: 0 when the run was found, whatever its verdict; 2 when there is no such run.`;

/** Temporal's word for the state; a verdict only where there is one. */
function toJson({ workflowId, state, checks, result }: FoundRun) {
  const review = result?.pipeline.review_result;
  return {
    workflow_id: workflowId,
    state,
    verdict: review?.verdict ?? null,
    judged: review?.judged ?? null,
    checks: checks.map(({ check, state: status, because, issues }) => ({ check, status, because, issues })),
  };
}

function render({ workflowId, state, checks, result }: FoundRun): string {
  const word = result === null ? state.toLowerCase() : verdictWord(result.pipeline.review_result);
  const colors = colorsFor(process.stdout);
  const lines = checks.map((line) => `  ${renderCheckLine(line, colors)}`);
  const unseen =
    state === 'RUNNING' && checks.length === 0 ? ['  no worker answers, so where its checks stand cannot be seen'] : [];
  return [`${workflowId}: ${colors.bold(word)}`, ...lines, ...unseen].join('\n');
}
