import type { Command } from 'commander';
import pc from 'picocolors';
import { examine, type Finding } from './examine.ts';
import { readSettings } from './read-settings.ts';
import { printResult } from './streams.ts';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('what is there and what is missing: Temporal, git, sandbox, tools, models, forge token')
    .option('--json', 'as JSON')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', '\nExit code: 0 when nothing that is needed is missing, 1 otherwise.')
    .action(async (options: { json?: boolean; settings?: string }) => {
      const findings = await examine(readSettings(options.settings).settings);
      printResult(options.json ? JSON.stringify(findings, null, 2) : findings.map(describe).join('\n'));
      process.exitCode = findings.some(({ state }) => state === 'missing') ? 1 : 0;
    });
}

const MARKS = { ok: pc.green('ok     '), missing: pc.red('missing'), absent: pc.yellow('without') };

function describe({ what, state, detail, remedy }: Finding): string {
  return `${MARKS[state]}  ${what.padEnd(18)} ${detail}${remedy === undefined ? '' : `\n         ${' '.repeat(18)} ${remedy}`}`;
}
