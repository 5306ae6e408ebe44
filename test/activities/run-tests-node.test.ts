import { describe, expect, it } from '@jest/globals';
import type { Outcome } from '../../src/domain/check.ts';
import type { Files } from '../builders/a-repository.ts';
import { runToolOn } from '../builders/a-tool-run.ts';

const BASE: Files = {
  'package.json': JSON.stringify({ name: 'sum', type: 'module', scripts: { test: 'node --test' } }),
  'lib/sum.js': 'export const sum = (a, b) => a + b;\n',
  'test/sum.test.js': `import { test } from 'node:test';
import assert from 'node:assert';
import { sum } from '../lib/sum.js';
test('adds', () => assert.equal(sum(1, 1), 2));
`,
};

function tests(change: Files, base: Files = BASE): Promise<Outcome> {
  return runToolOn({ check: 'tests', base, change });
}

/** A second test file beside the one of the base, which passes. */
function more(body: string): Files {
  const head =
    "import { test, describe, after } from 'node:test';\nconst wait = () => new Promise((done) => setTimeout(done, 50));\n";
  return { 'test/more.test.js': head + body };
}

const WRONG = "test('is wrong', () => { throw new Error('x'); });";

describe('a suite of node:test', () => {
  it('passes where every test passes', async () => {
    const outcome = await tests(
      more("test('parent', async (t) => { await t.test('child', () => {}); }); test.skip('later', () => {});"),
    );
    expect(outcome).toMatchObject({ status: 'passed', score: 1, notes: ['1 test skipped, 2 passed'] });
  }, 60_000);

  it.each([
    ['an assertion of node:assert', "import assert from 'node:assert';\nassert.equal = () => {};\n"],
    [
      'the runner’s own function',
      "import runner from 'node:test';\nimport { syncBuiltinESMExports } from 'node:module';\nconst real = runner.test;\nrunner.test = (name, run) => real(name, () => { try { run(); } catch {} });\nsyncBuiltinESMExports();\n",
    ],
  ])(
    'fails where the change puts something that always holds in place of %s',
    async (_, trick) => {
      const outcome = await tests({ 'lib/sum.js': `${trick}export const sum = (a, b) => a * b;\n` });
      expect(outcome.status).toBe('failed');
    },
    60_000,
  );

  it('may start programs and forks that leave by process.exit(0)', async () => {
    const body = `test('child', async () => {
  const { spawnSync, fork } = await import('node:child_process');
  if (spawnSync(process.execPath, ['-e', 'process.exit(0)']).status !== 0) throw new Error('spawned');
  const code = await new Promise((done) => fork('./test/fork.cjs').on('exit', done));
  if (code !== 0) throw new Error('forked ' + code);
});`;
    const base = {
      ...BASE,
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test "test/**/*.test.js"' } }),
    };
    expect(await tests({ ...more(body), 'test/fork.cjs': 'process.exit(0);\n' }, base)).toMatchObject({
      status: 'passed',
    });
  }, 60_000);

  it.each([
    ['an empty file', { 'test/sum.test.js': '' }, 'test/sum.test.js reported no test of its own'],
    [
      'an empty file beside one that passes',
      { 'test/more.test.js': '' },
      'test/more.test.js reported no test of its own',
    ],
    ['process.exit(0) in a test', more(`test('leaves', () => { process.exit(0); }); ${WRONG}`), 'called process.exit'],
    [
      'process.exit(0) after tests that were reported',
      more(
        `test('one', () => {}); test('slow', wait); test('leaves', async () => { await wait(); process.exit(0); }); ${WRONG}`,
      ),
      'called process.exit',
    ],
    ['no test files', { 'test/sum.test.js': null }, 'no test ran'],
    [
      'a todo that fails',
      more("test('later', { todo: true }, () => { throw new Error('x'); });"),
      'marked as todo, and it fails',
    ],
    [
      'skipped tests only',
      { 'test/sum.test.js': "import { test } from 'node:test';\ntest.skip('later', () => {});\n" },
      'no test ran: all 1 were skipped',
    ],
    ['a syntax error', { 'test/more.test.js': 'const = ' }, 'SyntaxError'],
    [
      'a failing parent of a test that passes',
      more("test('p', async (t) => { await t.test('c', () => {}); throw new Error('late'); });"),
      'a parent test or a hook',
    ],
    [
      'a hook that raises',
      more("describe('d', () => { after(() => { throw new Error('hook'); }); test('c', () => {}); });"),
      'exit status and report disagree',
    ],
    [
      'a test that kills its process',
      more("test('c', () => { process.kill(process.pid, 'SIGKILL'); });"),
      'test/more.test.js failed as a whole',
    ],
    ['a test that never ends', more("test('c', () => new Promise(() => {}));"), '1 of 2 tests failed'],
    ['a test that fails', { 'lib/sum.js': 'export const sum = (a, b) => a - b;\n' }, '1 of 1 tests failed'],
  ] satisfies [string, Files, string][])(
    'does not pass with %s',
    async (_, change, issue) => {
      const outcome = await tests(change);
      expect(outcome.status).toBe('failed');
      expect((outcome as { issues: string[] }).issues.join('\n')).toContain(issue);
    },
    60_000,
  );

  it('is ended when its time is up, and fails', async () => {
    const outcome = await runToolOn({
      check: 'tests',
      base: BASE,
      change: more("test('c', () => new Promise((done) => setTimeout(done, 60_000)));"),
      input: { timeoutMs: 3_000 },
    });
    expect(outcome).toMatchObject({ status: 'failed', score: 0, issues: [expect.stringContaining('after 3 s')] });
  }, 60_000);
});
