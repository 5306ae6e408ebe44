import { describe, expect, it } from '@jest/globals';
import { runToolOn } from '../builders/a-tool-run.ts';
import type { Files } from '../builders/a-repository.ts';
import type { Outcome } from '../../src/domain/check.ts';

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

const header = "import { test, describe, after } from 'node:test';\n";

describe('a suite of node:test', () => {
  it('passes where every test passes', async () => {
    const outcome = await tests({ 'lib/sum.js': 'export const sum = (a, b) => b + a;\n' });
    expect(outcome).toMatchObject({ status: 'passed', score: 1 });
  });

  it.each([
    ['an empty file', { 'test/sum.test.js': '' }],
    ['a file that is empty beside one that passes', { 'test/more.test.js': '' }],
    [
      'a process.exit(0) in a test',
      {
        'test/more.test.js': `${header}test('leaves', () => { process.exit(0); }); test('never', () => { throw new Error('x'); });`,
      },
    ],
    [
      'a process.exit(0) after some tests were reported',
      {
        'test/more.test.js': `${header}const wait = () => new Promise((r) => setTimeout(r, 50));
test('one', () => {}); test('slow', wait); test('leaves', async () => { await wait(); process.exit(0); }); test('never', () => { throw new Error('x'); });`,
      },
    ],
    ['no test files', { 'test/sum.test.js': null }],
    [
      'a failing todo',
      { 'test/more.test.js': `${header}test('later', { todo: true }, () => { throw new Error('x'); });` },
    ],
    ['only skipped tests', { 'test/sum.test.js': `${header}test.skip('later', () => { throw new Error('x'); });` }],
    ['a syntax error', { 'test/more.test.js': 'const = ' }],
    [
      'a failing parent of a passing test',
      {
        'test/more.test.js': `${header}test('p', async (t) => { await t.test('c', () => {}); throw new Error('late'); });`,
      },
    ],
    [
      'a hook that raises',
      {
        'test/more.test.js': `${header}describe('d', () => { after(() => { throw new Error('hook'); }); test('c', () => {}); });`,
      },
    ],
    [
      'a test that kills its process',
      { 'test/more.test.js': `${header}test('c', () => { process.kill(process.pid, 'SIGKILL'); });` },
    ],
    ['a test that fails', { 'lib/sum.js': 'export const sum = (a, b) => a - b;\n' }],
  ] satisfies [string, Files][])(
    'does not pass with %s',
    async (_, change) => {
      const outcome = await tests(change);
      expect(outcome.status).toBe('failed');
    },
    60_000,
  );
});
