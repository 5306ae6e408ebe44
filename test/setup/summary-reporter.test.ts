import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const project = process.cwd();

describe('the last line of a test run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-summary-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs jest itself over suites written for the occasion, with nothing but our reporter and jest's own. */
  function runJest(suites: Record<string, string>, settings: object = {}) {
    for (const [name, text] of Object.entries(suites)) writeFileSync(join(folder, name), text);
    const config = {
      rootDir: folder,
      reporters: ['default', join(project, 'test/setup/summary-reporter.mjs')],
      testMatch: ['<rootDir>/*.test.cjs'],
      moduleFileExtensions: ['cjs', 'js', 'json'],
      transform: {},
      ...settings,
    };
    const jest = join(project, 'node_modules/jest/bin/jest.js');
    const { status, stdout } = spawnSync(process.execPath, [jest, '--config', JSON.stringify(config)], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, lines: stdout.trimEnd().split('\n') };
  }

  it('counts a suite that does not load as a failure, though none of its tests failed', () => {
    const run = runJest({ 'a.test.cjs': 'test("right", () => {});', 'b.test.cjs': 'throw new Error("no suite");' });
    expect(run.lines.at(-1)).toBe('1 passed, 1 failed');
    expect(run.status).toBe(1);
  });

  it('counts a tear-down that fails when all tests are over', () => {
    writeFileSync(join(folder, 'tear-down.cjs'), 'module.exports = () => { throw new Error("still running"); };');
    const run = runJest({ 'a.test.cjs': 'test("right", () => {});' }, { globalTeardown: '<rootDir>/tear-down.cjs' });
    expect(run.lines.at(-1)).toBe('1 passed, 1 failed');
    expect(run.status).not.toBe(0);
  });

  it('counts what passed, failed and was skipped', () => {
    const run = runJest({
      'a.test.cjs': 'test("r", () => {}); test("w", () => { throw 1; }); test.skip("s", () => {});',
    });
    expect(run.lines.at(-1)).toBe('1 passed, 1 failed, 1 skipped');
  });

  it('lists the suites that want a tool, with the line that installs it', () => {
    const missing = JSON.stringify({ suite: 'the Ruby profile', tool: 'ruby', install: 'apt-get install ruby' });
    const suite = `require('fs').appendFileSync(process.env.LEX_TEST_MISSING_FILE, ${JSON.stringify(`${missing}\n`)});
      test("right", () => {});`;
    const run = runJest({ 'a.test.cjs': suite, 'b.test.cjs': suite });
    expect(run.lines.slice(-5)).toEqual([
      'Not run for want of a tool:',
      '  ruby (apt-get install ruby)',
      '    - the Ruby profile',
      '',
      '2 passed, 0 failed',
    ]);
    expect(run.status).toBe(0);
  });
});
