import type { Command } from 'commander';
import { printableLine } from '../report/printable.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examine } from './examine.ts';
import { readSettings } from './read-settings.ts';
import { colorsFor, printResult } from './streams.ts';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('what is there and what is missing: Temporal, git, sandbox, tools, models, forge token')
    .option('--json', 'print what was found alone, as JSON')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (options: { json?: boolean; settings?: string }) => {
      const diagnoses = await examine(readSettings(options.settings));
      printResult(options.json ? JSON.stringify(diagnoses, null, 2) : diagnoses.map(render).join('\n'));
      process.exitCode = diagnoses.some(({ state }) => state === 'missing') ? 1 : 0;
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator doctor
  $ lex-validator doctor --settings lex-validator.yml --json

Endpoints of models are asked for their list of models, with the key that is set; no secret is printed.
Exit code: 0 when nothing that is needed is missing, 1 otherwise, 2 bad settings.`;

const PAINTS = { ok: 'green', missing: 'red', absent: 'yellow' } as const;

function render({ what, state, detail, remedy }: Diagnosis): string {
  const word = colorsFor(process.stdout)[PAINTS[state]](state.padEnd(7));
  const line = `${word}  ${printableLine(what).padEnd(14)}  ${printableLine(detail)}`;
  return remedy === undefined ? line : `${line}\n${' '.repeat(25)}-> ${printableLine(remedy)}`;
}
