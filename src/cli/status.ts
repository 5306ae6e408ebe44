import type { Command } from 'commander';
import { progress } from '../client.ts';
import type { CheckProgress } from '../domain/validation-progress.ts';
import { verdictWord, type ValidationResult } from '../domain/verdict.ts';
import { findRun } from './find-run.ts';
import { readSettings } from './read-settings.ts';
import { openSession, type Session } from './session.ts';
import { printResult } from './streams.ts';

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('where a run stands, by its workflow id or its work item’s id')
    .argument('<id>')
    .option('--json', 'as JSON')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', '\nExample:\n  $ lex-validator status validate/uuid-001/0')
    .action(async (id: string, options: { json?: boolean; settings?: string }) => {
      const session = await openSession(readSettings(options.settings), {
        worker: process.env.TEMPORAL_ADDRESS === undefined,
      });
      try {
        const status = await readStatus(session, id);
        printResult(options.json ? JSON.stringify(status, null, 2) : describe(status));
      } finally {
        await session.close();
      }
    });
}

interface RunStatus {
  workflow_id: string;
  /** Temporal's word: RUNNING, COMPLETED, FAILED, CANCELLED, … */
  state: string;
  verdict: string | null;
  checks: CheckProgress[];
}

async function readStatus({ client }: Session, id: string): Promise<RunStatus> {
  const { workflowId, status } = await findRun(client, id);
  const base = { workflow_id: workflowId, state: status.name };
  if (status.name !== 'COMPLETED') {
    const seen = await progress(workflowId, { client }).catch(() => null);
    return { ...base, verdict: null, checks: seen?.checks ?? [] };
  }
  const { pipeline } = (await client.workflow.getHandle(workflowId).result()) as ValidationResult;
  const { review_result: review } = pipeline;
  const checks = review.checks.flatMap(({ check, status: state, because, issues }): CheckProgress[] =>
    check === 'quality_gate' ? [] : [{ check, state, because, issues: issues.length }],
  );
  return { ...base, verdict: verdictWord(review), checks };
}

function describe({ workflow_id, state, verdict, checks }: RunStatus): string {
  const lines = checks.map(
    ({ check, state: at, because }) => `  ${check.padEnd(20)} ${at}${because === undefined ? '' : ` (${because})`}`,
  );
  return [`${workflow_id}: ${verdict ?? state.toLowerCase()}`, ...lines].join('\n');
}
