import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aWorkItem } from '../builders/a-work-item.ts';
import { runCommand } from './a-command.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lex-words-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whatever is started would need this Temporal CLI, which is not there. */
function run(args: readonly string[], input?: string) {
  const env = { LEX_CACHE_DIR: join(folder, 'cache'), LEX_TEMPORAL_CLI: '/nowhere/temporal' };
  return runCommand(args, { cwd: folder, env, input });
}

describe('wrong words', () => {
  it.each([
    [['validat'], /Did you mean validate\?/],
    [['scna'], /Did you mean scan\?/],
    [['validate', '--jsn', 'x'], /Did you mean --json\?/],
    [['scan', '--bas', 'main'], /Did you mean --base\?/],
    [['up', '--ui-port', 'high'], /ui-port.*must be a port/],
    [['validate'], /work item .* or --repo/],
    [['validate', '--base', 'main', 'x.json'], /--base goes with --repo/],
    [['validate', '--repo', '.', 'x.json'], /either/i],
    [['validate', 'missing.json'], /no file missing\.json/],
    [['validate', '--repo', '.'], /not a git repository/],
    [['status'], /missing required argument/],
    [['status', 'nobody'], /no run nobody/],
    [['explain', 'validate/nobody/3'], /no run validate\/nobody\/3/],
    [['validate', '--settings', 'nowhere.yml', 'x.json'], /nowhere\.yml/],
  ])('%j is told what is wrong, with exit code 2 and nothing on standard output', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each(
    [[], ['validate'], ['up'], ['status'], ['explain'], ['scan'], ['worker'], ['bridge'], ['doctor']].map((words) => [
      words,
    ]),
  )('help of %j shows how it is used, with exit code 0', async (words) => {
    const { code, stdout } = await run([...words, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples?:\n {2}\$ .*lex-validator/);
    if (words.length === 0) expect(stdout).toContain('Commands:');
  });

  it('names a misspelt setting and its neighbour', async () => {
    await writeFile(join(folder, 'typo.yml'), 'fleet:\n  validation:\n    quality_gate_treshold: 0.5\n');
    const { code, stderr } = await run(['validate', '--settings', 'typo.yml', '-'], '{}');
    expect(code).toBe(2);
    expect(stderr).toMatch(/quality_gate_treshold.*quality_gate_threshold/s);
  });
});

describe('a bad work item', () => {
  const good = aWorkItem();
  const { pipeline, repo } = good;
  const BAD: [string, unknown, RegExp][] = [
    ['an empty object', {}, /work_item_id/],
    ['no id', { ...good, work_item_id: undefined }, /work_item_id/],
    ['an attempt as a string', { ...good, pipeline: { ...pipeline, attempt: '1' } }, /pipeline\.attempt/],
    ['k = -1', { ...good, config: { implementation: { validators: -1 } } }, /config\.implementation\.validators/],
    ['10 MB of title', { ...good, title: 'x'.repeat(10_000_000) }, /longer than|title/],
    [
      'a branch that is an option',
      { ...good, pipeline: { ...pipeline, branch_name: '--upload-pack=x' } },
      /branch_name/,
    ],
    ['a repository that leaves its folder', { ...good, repo: { ...repo, name: '../../x' } }, /repo\.name/],
    ['a change outside', { ...good, pipeline: { ...pipeline, changes: ['/etc/passwd'] } }, /pipeline\.changes\[0\]/],
  ];

  it.each(BAD)('%s is refused with exit code 2, the field named, and nothing started', async (_what, item, field) => {
    const { code, stdout, stderr } = await run(['validate', '-', '--json'], JSON.stringify(item));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(field);
    expect(stderr).not.toMatch(/Temporal|at .*\.js:/);
  });

  it.each([
    ['text that is no JSON', 'hello'],
    ['nothing', ''],
    ['a polluting key', `{"__proto__": {"polluted": true}, "work_item_id": "x"}`],
  ])('%s is refused with exit code 2', async (_what, input) => {
    const { code, stdout, stderr } = await run(['validate', '-'], input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/cannot be validated/);
  });

  it('leaves nothing in the cache folder', async () => {
    await expect(readdir(join(folder, 'cache'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is not confused with a Temporal that is not to be had, which is exit code 4', async () => {
    const { code, stderr } = await run(['validate', '-'], JSON.stringify(good));
    expect(code).toBe(4);
    expect(stderr).toMatch(/LEX_TEMPORAL_CLI names \/nowhere\/temporal/);
  });
});
