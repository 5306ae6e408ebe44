import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const project = process.cwd();

/** Stands for npm: notes that it was called, and installs what the lock file says, slowly enough to be met half-way. */
const NPM = `
const fs = require('node:fs');
fs.appendFileSync('calls', 'npm ' + process.argv.slice(2).join(' ') + '\\n');
const until = Date.now() + 300;
while (Date.now() < until);
fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');`;

/** Stands for tsc: notes that it was called, and compiles \`src/domain\` by renaming. */
const TSC = `
const fs = require('node:fs');
fs.appendFileSync('calls', 'tsc\\n');
if (fs.readFileSync('src/domain/check.ts', 'utf8').includes('BROKEN')) { console.log('check.ts(1,1): error'); process.exit(2); }
fs.mkdirSync('dist/src/domain', { recursive: true });
for (const name of fs.readdirSync('src/domain')) fs.copyFileSync('src/domain/' + name, 'dist/src/domain/' + name.replace('.ts', '.js'));`;

const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/zod': { version },
      'node_modules/other-os': { version: '1.0.0', optional: true },
    },
  });

describe('set-up', () => {
  let folder: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const calls = (): string[] =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];
  const environment = (extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    PATH: '/usr/bin:/bin',
    npm_execpath: join(folder, 'npm-cli.js'),
    TEMPORAL_ADDRESS: '127.0.0.1:7233',
    CI: 'true',
    ...extra,
  });
  function setUp(extra: NodeJS.ProcessEnv = {}) {
    const env = environment(extra);
    return spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: folder, env, encoding: 'utf8', input: '' });
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-setup-'));
    cpSync(join(project, 'scripts'), join(folder, 'scripts'), { recursive: true });
    cpSync(join(project, 'dist/src/temporal'), join(folder, 'dist/src/temporal'), { recursive: true });
    cpSync(join(project, 'src/temporal'), join(folder, 'src/temporal'), { recursive: true });
    write(
      'scripts/bundle-workflow.mjs',
      "import { appendFileSync } from 'node:fs'; appendFileSync('calls', 'bundle\\n');",
    );
    write('package.json', '{ "type": "module", "engines": { "node": ">=20.3.0" } }');
    write('package-lock.json', lock('4.0.0'));
    write('tsconfig.json', '{}');
    write('tsconfig.build.json', '{}');
    write('src/domain/check.ts', 'export const CHECKS = 7;');
    write('npm-cli.js', NPM.replace("const fs = require('node:fs')", "import fs from 'node:fs'"));
    write('node_modules/typescript/package.json', '{}');
    write('node_modules/typescript/bin/tsc', TSC);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes whatever is missing, in order, and leaves standard output to what runs next', () => {
    const { status, stdout, stderr } = setUp();
    expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund', 'tsc', 'bundle']);
    expect(stderr).toContain('set-up: compiling');
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('is silent and done within a second when there is nothing to do', () => {
    setUp();
    const before = calls();
    const began = Date.now();
    const { status, stderr } = setUp();
    expect(Date.now() - began).toBeLessThan(1_000);
    expect({ status, stderr, calls: calls() }).toEqual({ status: 0, stderr: '', calls: before });
  });

  it('installs anew when the lock file names another version, or a package that is not there', () => {
    setUp();
    write('package-lock.json', lock('4.0.1'));
    setUp();
    expect(calls().filter((call) => call.startsWith('npm'))).toHaveLength(2);
  });

  it('does not install again what somebody installed by hand', () => {
    write(
      'node_modules/.package-lock.json',
      JSON.stringify({ packages: { 'node_modules/zod': { version: '4.0.0' } } }),
    );
    setUp();
    expect(calls()).toEqual(['tsc', 'bundle']);
  });

  it('compiles when a source changed, though its time says otherwise, and removes what lost its source', () => {
    setUp();
    write('src/domain/check.ts', 'export const CHECKS = 8;');
    write('dist/src/domain/gone.js', '');
    write('dist/src/domain/gone.d.ts.map', '');
    setUp();
    expect(calls().slice(3)).toEqual(['tsc', 'bundle']);
    expect(existsSync(join(folder, 'dist/src/domain/check.js'))).toBe(true);
    expect(existsSync(join(folder, 'dist/src/domain/gone.js'))).toBe(false);
    expect(existsSync(join(folder, 'dist/src/domain/gone.d.ts.map'))).toBe(false);
  });

  it('does not bundle again for a change that the workflow does not see', () => {
    setUp();
    write('src/github/ask.ts', 'export const ask = 1;');
    setUp();
    expect(calls().slice(3)).toEqual(['tsc']);
  });

  it('compiles again when the compiled code was removed', () => {
    setUp();
    rmSync(join(folder, 'dist/src/domain'), { recursive: true });
    rmSync(join(folder, 'dist/.compiled'));
    setUp();
    expect(calls().slice(3)).toContain('tsc');
  });

  it('never takes code that did not compile for compiled, and shows why', () => {
    write('src/domain/check.ts', 'BROKEN');
    const first = setUp();
    expect(first.status).toBe(2);
    expect(first.stderr).toContain('check.ts(1,1): error');
    expect(setUp().status).toBe(2);
  });

  it('compiles again after code that did not compile was taken back: the compiler leaves both versions behind', () => {
    const good = readFileSync(join(folder, 'src/domain/check.ts'), 'utf8');
    expect(setUp().status).toBe(0);
    write('src/domain/check.ts', 'BROKEN');
    expect(setUp().status).toBe(2);
    write('src/domain/check.ts', good);
    expect(setUp().status).toBe(0);
    expect(calls().filter((call) => call === 'tsc')).toHaveLength(3);
  });

  it('does each thing once when two run at the same time', async () => {
    const run = () =>
      new Promise((resolve) => {
        spawn(process.execPath, ['scripts/setup.mjs'], { cwd: folder, env: environment({}), stdio: 'ignore' }).once(
          'close',
          resolve,
        );
      });
    expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0]);
    expect(calls()).toEqual(['npm ci --include=dev --no-audit --no-fund', 'tsc', 'bundle']);
  });

  it('is not held up by the lock of a set-up that died', () => {
    const { pid } = spawnSync('true');
    write('.cache/setup.lock', String(pid));
    expect(setUp().status).toBe(0);
  });

  it('ends with one message and every way out when no Temporal server can be had', () => {
    const { status, stderr } = setUp({ TEMPORAL_ADDRESS: '', LEX_TEMPORAL_CLI: '/nowhere/temporal' });
    expect(status).toBe(2);
    for (const word of ['/nowhere/temporal', 'TEMPORAL_ADDRESS=', 'LEX_TEMPORAL_CLI=', 'PATH', 'pip install'])
      expect(stderr).toContain(word);
  });

  it('says which Node it needs to one that is too old', () => {
    write('package.json', '{ "type": "module", "engines": { "node": ">=99.1.0" } }');
    const { status, stderr } = setUp();
    expect(status).toBe(2);
    expect(stderr).toContain(`needs Node 99.1.0 or newer, and this is Node ${process.versions.node}`);
    expect(calls()).toEqual([]);
  });
});
