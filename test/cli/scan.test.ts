import { access, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execa } from 'execa';
import { runCommand } from './a-command.ts';
import { aLocalRepository, aTokenLine, type LocalRepository } from './a-local-repository.ts';

interface ScanJson {
  status: string;
  to_scan: number;
  scanned: number;
  findings: { file: string; line?: number; rule: string; level: string }[];
  unscanned: { file: string; because: string }[];
}

let repository: LocalRepository;
const others: string[] = [];

beforeEach(async () => {
  repository = await aLocalRepository();
  await repository.commit({ 'src/clean.js': 'export const one = 1;\n', '.gitignore': 'ignored/\n' });
});
afterEach(() => repository.remove());
afterAll(async () => {
  for (const folder of others) await rm(folder, { recursive: true, force: true });
});

async function scan(...args: string[]): Promise<{ code: number | undefined; report: ScanJson }> {
  const { code, stdout } = await runCommand(['scan', '--json', ...args], { cwd: repository.dir });
  return { code, report: JSON.parse(stdout) as ScanJson };
}

describe('a scan that could pass by accident', () => {
  it('holds linter settings against what they were, and against nothing in a tree by itself', async () => {
    await repository.write('gem/.rubocop.yml', 'Style/Documentation:\n  Enabled: false\n');
    expect(await scan('--base', 'main')).toMatchObject({
      code: 1,
      report: { findings: [{ rule: 'gate/linter-loosened', level: 'blocking' }] },
    });
    expect(await scan()).toMatchObject({ code: 0, report: { status: 'passed', findings: [] } });
  });

  it('finds a secret in a file that is neither committed nor added', async () => {
    await repository.write('src/new.js', aTokenLine());
    const { code, report } = await scan();
    expect(code).toBe(1);
    expect(report.findings.map(({ file }) => file)).toContain('src/new.js');
  });

  it('finds with --base a secret that is only in the work tree, in a file that was there before', async () => {
    await repository.write('src/clean.js', `export const one = 1;\n${aTokenLine()}`);
    const { code, report } = await scan('--base', 'main');
    expect({ code, files: report.findings.map(({ file, line }) => `${file}:${line}`) }).toEqual({
      code: 1,
      files: ['src/clean.js:2'],
    });
  });

  it('does not call clean what it could not read', async () => {
    await execa('mkfifo', [join(repository.dir, 'pipe')]);
    const { code, report } = await scan('pipe', 'src');
    expect({ code, status: report.status, unscanned: report.unscanned.map(({ file }) => file) }).toEqual({
      code: 3,
      status: 'unjudged',
      unscanned: ['pipe'],
    });
  });

  it('does not call nothing clean', async () => {
    const { code, report } = await scan('--base', 'HEAD');
    expect({ code, status: report.status, scanned: report.to_scan }).toEqual({
      code: 3,
      status: 'unjudged',
      scanned: 0,
    });
  });

  it('runs no filter, diff driver or monitor that the repository names', async () => {
    const mark = join(repository.dir, '..', `ran-${basename(repository.dir)}`);
    await repository.commit({ '.gitattributes': '*.js filter=evil diff=evil\n' });
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'diff.evil.command',
      'diff.evil.textconv',
      'core.fsmonitor',
    ])
      await repository.git('config', key, `sh -c 'touch ${mark}; cat'`);
    await repository.write('src/clean.js', 'export const two = 2;\n');
    await scan('--base', 'main');
    await scan();
    await expect(access(mark)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reads a link as its target’s name, never what is behind it', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'lex-outside-'));
    others.push(outside);
    await writeFile(join(outside, 'secret.js'), aTokenLine());
    await symlink(join(outside, 'secret.js'), join(repository.dir, 'link.js'));
    const { stdout } = await runCommand(['scan', '--json'], { cwd: repository.dir });
    expect(stdout).not.toContain('secret/github');
  });
});

describe('what is scanned', () => {
  it('leaves out what git ignores, unless it is named', async () => {
    await repository.write('ignored/a.js', aTokenLine());
    expect((await scan()).code).toBe(0);
    expect((await scan('ignored')).code).toBe(1);
    expect((await scan('ignored/a.js')).code).toBe(1);
  });

  it('is everything in a folder that is no repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lex-plain-'));
    others.push(folder);
    await writeFile(join(folder, 'a.js'), aTokenLine());
    const { code, stdout } = await runCommand(['scan', '--json', folder]);
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as ScanJson).findings[0]?.file).toBe('a.js');
  });

  it('with --base is what changed since the branches parted, not what the other branch did meanwhile', async () => {
    await repository.git('checkout', '-q', '-b', 'fix');
    await repository.commit({ 'src/mine.js': 'export const mine = 1;\n' });
    await repository.git('checkout', '-q', 'main');
    await repository.commit({ 'src/theirs.js': 'export const theirs = 1;\n' });
    await repository.git('checkout', '-q', 'fix');
    const { code, report } = await scan('--base', 'main');
    expect({ code, toScan: report.to_scan }).toEqual({ code: 0, toScan: 1 });
  });

  it('with --base leaves out a finding on a line that was there before', async () => {
    await repository.commit({ 'src/old.js': aTokenLine() });
    const base = await repository.git('rev-parse', 'HEAD');
    await repository.write('src/old.js', `${aTokenLine()}export const two = 2;\n`);
    expect((await scan('--base', base)).code).toBe(0);
    expect((await scan()).code).toBe(1);
  });

  it('names files from the top of the repository, wherever it is called', async () => {
    await repository.write('src/new.js', aTokenLine());
    const { stdout } = await runCommand(['scan', '--json', '.'], { cwd: join(repository.dir, 'src') });
    expect((JSON.parse(stdout) as ScanJson).findings.map(({ file }) => file)).toEqual(['src/new.js']);
  });

  it.each([
    ['nowhere', /no file or folder nowhere/],
    ['.git', /never scanned/],
    ['.git/config', /never scanned/],
    ['../..', /one repository at a time|no file/],
  ])('%s is refused with exit code 2', async (path, message) => {
    const { code, stderr, stdout } = await runCommand(['scan', 'src', path], { cwd: repository.dir });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each(['nosuchref', '--upload-pack=x', 'HEAD:src/clean.js'])(
    '--base %s is refused with exit code 2',
    async (ref) => {
      const { code, stdout } = await runCommand(['scan', `--base=${ref}`], { cwd: repository.dir });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    },
  );
});

describe('how a scan is told', () => {
  it('puts what blocks on standard output without control characters', async () => {
    await repository.write('src/a\u001b[31m.js', aTokenLine());
    const { code, stdout } = await runCommand(['scan'], { cwd: repository.dir });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^blocks {2}src\/a.*secret\//m);
    expect(stdout).not.toContain('\u001b');
  });

  it('is SARIF 2.1.0 with level error for what blocks', async () => {
    await repository.write('src/new.js', aTokenLine());
    const { code, stdout } = await runCommand(['scan', '--sarif'], { cwd: repository.dir });
    const { version, runs } = JSON.parse(stdout) as { version: string; runs: { results: { level: string }[] }[] };
    expect({ code, version, levels: runs[0]?.results.map(({ level }) => level) }).toEqual({
      code: 1,
      version: '2.1.0',
      levels: ['error'],
    });
  });
});
