import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keepResult, readKeptResult } from '../../src/cli/keep-result.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { aReview } from '../report/a-result.ts';

let folder: string;
const before = process.env.LEX_CACHE_DIR;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lex-results-'));
  process.env.LEX_CACHE_DIR = folder;
});
afterAll(async () => {
  if (before === undefined) delete process.env.LEX_CACHE_DIR;
  else process.env.LEX_CACHE_DIR = before;
  await rm(folder, { recursive: true, force: true });
});

function aResult(id: string, attempt: number): ValidationResult {
  const item = aWorkItem({ work_item_id: id });
  const pipeline = { ...item.pipeline, attempt, stage: 'validated' as const, review_result: aReview(), head_sha: null };
  return { success: true, work_item: { ...item, pipeline }, config: {}, pipeline };
}

describe('kept results', () => {
  it('of two ids that differ only in signs are never taken for each other', async () => {
    await keepResult(aResult('a.b', 0));
    expect(await readKeptResult('a_b', 0)).toBeNull();
    await keepResult(aResult('a_b', 0));
    expect((await readKeptResult('a.b', 0))?.work_item.work_item_id).toBe('a.b');
    expect((await readKeptResult('a_b', null))?.work_item.work_item_id).toBe('a_b');
  });

  it('are found by their attempt, or the newest, by number and not by name', async () => {
    for (const attempt of [2, 10, 9]) await keepResult(aResult('many', attempt));
    expect((await readKeptResult('many', 2))?.pipeline.attempt).toBe(2);
    expect((await readKeptResult('many', null))?.pipeline.attempt).toBe(10);
    expect(await readKeptResult('many', 3)).toBeNull();
  });

  it('stay in their folder whatever the id is, and leave no half-written file', async () => {
    const file = await keepResult(aResult('é'.repeat(100), 0));
    expect(file.startsWith(join(folder, 'results'))).toBe(true);
    expect((await readdir(join(folder, 'results'))).filter((name) => !/-\d+\.json$/.test(name))).toEqual([]);
  });
});
