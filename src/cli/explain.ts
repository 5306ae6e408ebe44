import type { Command } from 'commander';
import { explain } from '../client.ts';
import type { Explanation } from '../domain/explain-verdict.ts';
import { findRun } from './find-run.ts';
import { readSettings } from './read-settings.ts';
import { openSession } from './session.ts';
import { printResult } from './streams.ts';

export function addExplain(program: Command): void {
  program
    .command('explain')
    .description('which check decided, each score with its weight, and what would turn the verdict round')
    .argument('<id>', 'a workflow id, or a work item’s id')
    .option('--json', 'as JSON')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', '\nExample:\n  $ lex-validator explain uuid-001')
    .action(async (id: string, options: { json?: boolean; settings?: string }) => {
      const session = await openSession(readSettings(options.settings), { worker: false });
      try {
        const { workflowId } = await findRun(session.client, id);
        const explanation = await explain(workflowId, session);
        printResult(options.json ? JSON.stringify(explanation, null, 2) : describe(explanation));
      } finally {
        await session.close();
      }
    });
}

function describe({ lines, wouldFlip }: Explanation): string {
  return [...lines, '', 'What would turn it round:', ...wouldFlip.map((flip) => `  - ${flip}`)].join('\n');
}
