import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const project = process.cwd();

/** Files of a small project that keeps the rules, which the planted ones below import. */
const HOUSE = {
  'src/domain/check.ts': 'export const CHECKS = 7;',
  'src/activities/ports.ts': 'export interface Forge { head: string }',
  'src/activities/heartbeat.ts': "import { Context } from '@temporalio/activity'; export const beat = Context;",
  'src/workflows/validation.ts':
    "import { sleep } from '@temporalio/workflow'; import type { Forge } from '../activities/ports.ts'; import { CHECKS } from '../domain/check.ts'; export const run = (f: Forge) => [sleep, f, CHECKS];",
  'src/github/ask.ts': "import type { Forge } from '../activities/ports.ts'; export const ask = (f: Forge) => f;",
  'src/languages/ruby.ts':
    "import { inspect } from 'node:util'; import { z } from 'zod'; export const ruby = [inspect, z];",
  'src/languages/two.ts': "import { used } from './one.ts'; export const two = used;",
  'src/worker.ts': "import { ask } from './github/ask.ts'; export const worker = ask;",
};

/** [the rule, the file that breaks it, what it imports] */
const PLANTED: [rule: string, file: string, imported: string][] = [
  ['domain-imports-nothing', 'src/domain/reads-files.ts', 'node:fs'],
  ['domain-imports-nothing', 'src/domain/parses.ts', 'zod'],
  ['domain-imports-nothing', 'src/domain/asks.ts', '../github/ask.ts'],
  ['workflows-are-deterministic', 'src/workflows/reads-files.ts', 'node:fs/promises'],
  ['workflows-are-deterministic', 'src/workflows/parses.ts', 'zod'],
  ['workflows-are-deterministic', 'src/workflows/runs-activities.ts', '../activities/heartbeat.ts'],
  ['adapters-never-meet', 'src/sandbox/asks.ts', '../github/ask.ts'],
  ['adapters-never-meet', 'src/temporal/asks.ts', '../github/ask.ts'],
  ['adapters-know-the-domain-only', 'src/models/beats.ts', '../activities/heartbeat.ts'],
  ['activities-get-adapters-as-arguments', 'src/activities/asks.ts', '../github/ask.ts'],
  ['activities-use-no-clients', 'src/activities/starts-processes.ts', 'execa'],
  ['catalogues-are-pure', 'src/report/asks.ts', '../github/ask.ts'],
  ['catalogues-use-harmless-built-ins', 'src/security/reads-files.ts', 'node:fs'],
  ['catalogues-use-harmless-built-ins', 'src/tool-output/reaches-out.ts', 'node:net'],
  ['catalogues-use-harmless-built-ins', 'src/intake/reads-environment.ts', 'node:process'],
  ['catalogues-have-no-clients', 'src/reviewers/asks-models.ts', 'openai'],
  ['nobody-imports-entry-points', 'src/transport/starts-worker.ts', '../worker.ts'],
  ['no-cycles', 'src/languages/one.ts', './two.ts'],
];

describe('the rules of who may import whom', () => {
  const broken = new Map<string, string[]>();
  /** Below the project, so that its packages are found; `.cache` is looked at by no other tool. */
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(project, '.cache'), { recursive: true });
    folder = mkdtempSync(join(project, '.cache', 'architecture-'));
    const planted = PLANTED.map(([, file, imported]) => [
      file,
      `import * as it from '${imported}'; export const used = it;`,
    ]);
    for (const [file, text] of [...Object.entries(HOUSE), ...planted] as [string, string][]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    copyFileSync(join(project, 'tsconfig.json'), join(folder, 'tsconfig.json'));
    const cruise = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const rules = join(project, '.dependency-cruiser.cjs');
    const { stdout } = spawnSync(process.execPath, [cruise, 'src', '--config', rules, '--output-type', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
    for (const { from, rule } of summary.violations) broken.set(from, [...(broken.get(from) ?? []), rule.name]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(PLANTED)('%s: %s must not import %s', (rule, file) => {
    expect(broken.get(file)).toContain(rule);
  });

  it.each(Object.keys(HOUSE))('let %s import what it needs', (file) => {
    expect(broken.get(file)).toBeUndefined();
  });
});
