import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimDatabase } from '../../src/temporal/claim-database.ts';

describe('claiming a database file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-claim-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('never gives one file to two servers at a time', () => {
    const wanted = join(folder, 'deep', 'temporal.db');
    const files = [claimDatabase(wanted), claimDatabase(wanted), claimDatabase(wanted)].map(({ file }) => file);
    expect(files).toEqual([wanted, join(folder, 'deep', 'temporal-2.db'), join(folder, 'deep', 'temporal-3.db')]);
  });

  it('gives a file that was released to the next', () => {
    const wanted = join(folder, 'temporal.db');
    claimDatabase(wanted).release();
    expect(claimDatabase(wanted).file).toBe(wanted);
    expect(existsSync(`${wanted}.lock`)).toBe(true);
  });

  it('takes over from a process that died without releasing it', () => {
    const wanted = join(folder, 'temporal.db');
    const { pid } = spawnSync('true');
    writeFileSync(`${wanted}.lock`, String(pid));
    expect(claimDatabase(wanted).file).toBe(wanted);
  });

  it('takes over a lock that names nobody', () => {
    const wanted = join(folder, 'temporal.db');
    writeFileSync(`${wanted}.lock`, '');
    expect(claimDatabase(wanted).file).toBe(wanted);
  });

  it('leaves alone the file of a process that lives', () => {
    const wanted = join(folder, 'temporal.db');
    writeFileSync(`${wanted}.lock`, String(process.ppid));
    expect(claimDatabase(wanted).file).toBe(join(folder, 'temporal-2.db'));
  });

  it('gives up with a clear error rather than share', () => {
    const wanted = join(folder, 'temporal.db');
    for (let number = 0; number < 16; number += 1) claimDatabase(wanted);
    expect(() => claimDatabase(wanted)).toThrow('already use the databases');
  });
});
