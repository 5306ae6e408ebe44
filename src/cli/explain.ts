import type { Command } from 'commander';
import { explainVerdict } from '../domain/explain-verdict.ts';
import { printable } from '../report/printable.ts';
import { lookUpRun } from './look-up-run.ts';
import { readSettings } from './read-settings.ts';
import { printResult } from './streams.ts';
import { UsageError } from './usage-error.ts';

export function addExplain(program: Command): void {
  program
    .command('explain')
    .description('which check decided, each score with its weight, and what would turn the verdict round')
    .argument('<id>', 'a workflow id, or a work item’s id: then its newest attempt')
    .option('--json', 'print the explanation alone, as JSON')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (id: string, options: { json?: boolean; settings?: string }) => {
      const { workflowId, state, result } = await lookUpRun(readSettings(options.settings), id);
      if (result === null)
        throw new UsageError(`${workflowId} has no verdict to explain: it is ${state.toLowerCase()}.`);
      const review = result.pipeline.review_result;
      const { decidedBy, dimensions, lines, wouldFlip } = explainVerdict(review, review.gate);
      const json = { workflow_id: workflowId, decided_by: decidedBy, dimensions, lines, would_flip: wouldFlip };
      printResult(options.json ? JSON.stringify(json, null, 2) : render(workflowId, lines, wouldFlip));
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator explain uuid-001
  $ lex-validator explain validate/uuid-001/0 --json

Exit code: 0 when there is a verdict, whatever it is; 2 when there is no such run, or no verdict yet.`;

function render(workflowId: string, lines: readonly string[], wouldFlip: readonly string[]): string {
  const flips = wouldFlip.map((flip) => `  - ${printable(flip)}`);
  return [workflowId, ...lines.map((line) => printable(line)), '', 'what would turn it round:', ...flips].join('\n');
}
