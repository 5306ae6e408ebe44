import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { addBridge } from '../../src/cli/bridge.ts';
import { addDoctor } from '../../src/cli/doctor.ts';
import { addExplain } from '../../src/cli/explain.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { addScan } from '../../src/cli/scan.ts';
import { addStatus } from '../../src/cli/status.ts';
import { addUp } from '../../src/cli/up.ts';
import { addValidate } from '../../src/cli/validate.ts';
import { addWorker } from '../../src/cli/worker.ts';
import { packageRoot } from '../../src/temporal/package-root.ts';

const page = readFileSync(join(packageRoot(), 'docs', 'command-line.md'), 'utf8');
const program = new Command();
for (const add of [addValidate, addUp, addStatus, addExplain, addScan, addWorker, addBridge, addDoctor]) add(program);

describe('docs/command-line.md', () => {
  it.each(program.commands.map((command) => [command.name(), command] as const))(
    'has a part about %s, and each of its options',
    (name, command) => {
      expect(page).toMatch(new RegExp(`^## (.*, )?${name}\\b`, 'm'));
      for (const { long } of command.options) expect(page).toContain(String(long));
    },
  );

  it.each([EXIT.approved, EXIT.rejected, EXIT.badInput, EXIT.notJudged, EXIT.broken])('has exit code %d', (code) => {
    expect(page).toMatch(new RegExp(`^\\| ${code} `, 'm'));
  });
});
