import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { RunCommand } from '../../src/activities/ports.ts';
import type { Outcome } from '../../src/domain/check.ts';
import type { Files } from '../builders/a-repository.ts';
import { runToolOn } from '../builders/a-tool-run.ts';
import { needs } from '../needs.ts';

const MODULES = join(dirname(dirname(import.meta.dirname)), 'node_modules');

/** The tools of this project, on a repository that has none of its own. */
const RULES = `tests:
  command: [node, ${MODULES}/jest/bin/jest.js, --ci, --json, '--outputFile={report}/jest.json', --cacheDirectory, '{report}/cache']
  report: { file: '{report}/jest.json', format: jest-json }
lint:
  command: [node, ${MODULES}/eslint/bin/eslint.js, --stats, --format, json, --output-file, '{report}/eslint.json', .]
  report: { file: '{report}/eslint.json', format: eslint-json }
`;

const BASE: Files = {
  '.lex-validator.yml': RULES,
  'package.json': '{"type":"commonjs"}',
  'eslint.config.js': "module.exports = [{ rules: { 'no-debugger': 'error' } }];\n",
  'sum.test.js': "test('adds', () => { expect(1 + 1).toBe(2); });\n",
};

function run(check: 'tests' | 'lint', change: Files): Promise<Outcome> {
  return runToolOn({ check, base: BASE, change, language: 'JavaScript', sandbox: { extraReadOnlyBinds: [MODULES] } });
}

describe("a project's own command", () => {
  it('passes where every test of Jest passes', async () => {
    expect(await run('tests', { 'more.test.js': "test('more', () => {});\n" })).toMatchObject({
      status: 'passed',
      score: 1,
    });
  }, 60_000);

  it.each([
    ['process.exit(0) at the top of a file', { 'sum.test.js': 'process.exit(0);\n' }, 'wrote no report'],
    [
      'process.exit(0) in a test',
      { 'sum.test.js': "test('one', () => {}); test('leaves', () => { process.exit(0); });\n" },
      'wrote no report',
    ],
    ['skipped tests only', { 'sum.test.js': "test.skip('adds', () => {});\n" }, 'no test ran'],
    ['a syntax error', { 'more.test.js': "test('adds', () => {\n" }, 'could not be loaded'],
    ['no match', { 'sum.test.js': null }, ''],
    [
      'no match that is let pass by package.json',
      { 'sum.test.js': null, 'package.json': '{"jest":{"passWithNoTests":true}}' },
      'no test ran',
    ],
  ] satisfies [string, Files, string][])(
    'does not pass in Jest with %s',
    async (_, change, issue) => {
      const outcome = await run('tests', change);
      expect(outcome.status).toBe('failed');
      expect((outcome as { issues: string[] }).issues.join('\n')).toContain(issue);
    },
    60_000,
  );

  it.each([
    ['all files ignored', "module.exports = [{ ignores: ['**/*'] }];\n"],
    ['no rule', 'module.exports = [{}];\n'],
    ['a configuration that raises', "throw new Error('boom');\n"],
    ['a configuration that exits 0', 'process.exit(0);\n'],
  ])(
    'is not judged by ESLint with %s',
    async (_, config) => {
      expect(await run('lint', { 'eslint.config.js': config, 'sum.test.js': 'debugger;\n' })).toMatchObject({
        status: 'unjudged',
      });
    },
    60_000,
  );

  it('fails or passes in ESLint by what it finds', async () => {
    expect(await run('lint', { 'a.js': 'debugger;\n' })).toMatchObject({
      status: 'failed',
      issues: ['1 offense in a.js', expect.stringContaining('a.js:1: no-debugger')],
    });
    expect(await run('lint', {})).toMatchObject({ status: 'passed' });
  }, 60_000);

  it('cannot be replaced by the change that it judges', async () => {
    const pass = `${RULES}\n# changed\n`.replace(
      /tests:[^]*lint:/,
      "tests:\n  command: ['true']\n  report: { file: '{report}/x', format: junit-xml }\nlint:",
    );
    const outcome = await run('tests', {
      '.lex-validator.yml': pass,
      'sum.test.js': "test('adds', () => { throw new Error('x'); });\n",
    });
    expect(outcome).toMatchObject({ status: 'failed', notes: [expect.stringContaining('.lex-validator.yml')] });
  }, 60_000);
});

const OWN: Files = { ...BASE, 'check.mjs': '' };

function own(script: string, rest: Partial<Parameters<typeof runToolOn>[0]> = {}): Promise<Outcome> {
  const rules =
    "tests:\n  command: [node, check.mjs, '{report}/r.xml']\n  report: { file: '{report}/r.xml', format: junit-xml }\n";
  return runToolOn({
    check: 'tests',
    base: { ...OWN, '.lex-validator.yml': rules },
    change: { 'check.mjs': script },
    ...rest,
  });
}

const XML = '<testsuite tests="1"><testcase name="x"/></testsuite>';

describe('a tool from node_modules', () => {
  const linked = { link: MODULES };
  const base: Files = {
    'package.json': JSON.stringify({
      scripts: { test: 'jest --cacheDirectory x', lint: 'eslint .' },
      devDependencies: { jest: '30', eslint: '10' },
    }),
    'eslint.config.js': BASE['eslint.config.js'] ?? null,
    'sum.test.js': BASE['sum.test.js'] ?? null,
    node_modules: linked,
  };
  const sandbox = { extraReadOnlyBinds: [MODULES] };

  it('is run by the profile of the language', async () => {
    const tests = await runToolOn({ check: 'tests', base, change: {}, sandbox });
    const lint = await runToolOn({ check: 'lint', base, change: {}, sandbox });
    const failing = await runToolOn({
      check: 'tests',
      base,
      change: { 'sum.test.js': "test('adds', () => { expect(1).toBe(2); });\n" },
      sandbox,
    });
    expect([tests, lint, failing]).toMatchObject([
      { status: 'passed' },
      { status: 'passed' },
      {
        status: 'failed',
        issues: ['1 of 1 tests failed (sum.test.js:1)', expect.stringContaining('sum.test.js:1: adds: ')],
      },
    ]);
  }, 60_000);

  it('is not judged where the change brings it along', async () => {
    const without = { ...base, node_modules: null };
    const change = { 'node_modules/jest/bin/jest.js': "require('fs').writeFileSync('/report/jest.json', '{}');\n" };
    expect(await runToolOn({ check: 'tests', base: without, change })).toMatchObject({
      status: 'unjudged',
      because: expect.stringContaining('the change edits node_modules'),
    });
  }, 60_000);
});

describe('a report', () => {
  it('counts where it is a regular file', async () => {
    expect(await own(`import fs from 'node:fs'; fs.writeFileSync(process.argv[2], '${XML}');`)).toMatchObject({
      status: 'passed',
    });
  }, 60_000);

  it.each([
    ['a link', "fs.writeFileSync('/tmp/x', ''); fs.symlinkSync('/etc/hostname', process.argv[2]);"],
    ['a folder', 'fs.mkdirSync(process.argv[2]);'],
    ['not there', ''],
    ['larger than is read', 'fs.truncateSync(fs.openSync(process.argv[2], "w") && process.argv[2], 40 * 1024 * 1024);'],
  ])(
    'does not pass where it is %s',
    async (_, script) => {
      expect(await own(`import fs from 'node:fs'; ${script}`)).toMatchObject({
        status: 'failed',
        issues: [expect.stringContaining('report')],
      });
    },
    60_000,
  );
});

describe('an activity that runs a tool', () => {
  it('tells that it ran without a sandbox', async () => {
    const outcome = await own(`import fs from 'node:fs'; fs.writeFileSync(process.argv[2], '${XML}');`, {
      sandbox: { bubblewrap: 'off' },
    });
    expect(outcome).toMatchObject({
      status: 'passed',
      notes: expect.arrayContaining([expect.stringContaining('without a sandbox')]),
    });
  }, 60_000);

  it('is not judged where a sandbox is required and not to be had', async () => {
    expect(await own('', { sandbox: { bubblewrap: 'off' }, input: { sandbox: 'required' } })).toMatchObject({
      status: 'unjudged',
    });
  }, 60_000);

  it('is not judged where the tool of the project is not installed', async () => {
    const base = { 'package.json': '{"scripts":{"test":"jest"}}' };
    expect(await runToolOn({ check: 'tests', base, change: { 'a.js': '' } })).toMatchObject({
      status: 'unjudged',
      because: expect.stringContaining('jest is not installed'),
    });
  }, 60_000);

  it('passes without a test only where the settings allow it, and says so', async () => {
    const base = { 'package.json': '{}' };
    const allowed = await runToolOn({ check: 'tests', base, change: { 'a.js': '' }, input: { allowNoTests: true } });
    const ordinary = await runToolOn({ check: 'tests', base, change: { 'a.js': '' } });
    expect([allowed, ordinary]).toMatchObject([
      { status: 'passed', notes: [expect.stringContaining('allow_no_tests')] },
      { status: 'failed' },
    ]);
  }, 60_000);

  it('rejects with the reason of a cancellation, after the suite was ended', async () => {
    const environment = new MockActivityEnvironment({ attempt: 1 }, { logger: new DefaultLogger('ERROR') });
    const around =
      (real: RunCommand): RunCommand =>
      (request, signal) => {
        setTimeout(() => environment.cancel(), 500);
        return real(request, signal);
      };
    const started = Date.now();
    const running = own('setTimeout(() => {}, 30_000);', { environment, around });
    await expect(running).rejects.toMatchObject({ name: 'CancelledFailure' });
    expect(Date.now() - started).toBeLessThan(15_000);
  }, 60_000);
});

needs('bwrap', 'ruby').describe('the install step', () => {
  it('has no network by default, and neither has the suite', async () => {
    const seen: (string | undefined)[] = [];
    const around =
      (real: RunCommand): RunCommand =>
      (request, signal) => {
        seen.push(request.network);
        return real(request, signal);
      };
    await runToolOn({ check: 'tests', base: { Gemfile: '' }, change: { 'a.rb': '' }, language: 'ruby', around });
    expect(seen).toEqual(['none', undefined]);
  }, 60_000);
});
