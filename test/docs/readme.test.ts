import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHECKS } from '../../src/domain/check.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { PROJECT, blocksOf, linksOf, readPage } from './markdown.ts';

const readme = readPage('README.md');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

describe('the README', () => {
  it('shows no TypeScript that is not, word for word, in an example which is type-checked', () => {
    const blocks = blocksOf(readme, 'ts');
    expect(blocks.length).toBeGreaterThan(0);
    for (const { from, code } of blocks) {
      expect({ code, from }).toEqual({ code, from: expect.stringMatching(/^examples\/.+\.ts$/) });
      expect(read(from ?? '')).toContain(code.trimEnd());
    }
  });

  it('shows a verdict with the fields that a verdict has', () => {
    const { result } = JSON.parse(read('test/histories/checks-fail.verdict.json')) as { result: ValidationResult };
    const shown = JSON.parse(blocksOf(readme, 'json')[0]?.code ?? '{}') as Record<string, unknown>;
    const recorded = result.pipeline.review_result;
    expect(Object.keys(shown)).toEqual(Object.keys(recorded));
    expect(Object.keys(shown.score as object)).toEqual(Object.keys(recorded.score));
  });

  it('lists the checks in their order, each with its page', () => {
    const pages = linksOf(readme).filter((target) => target.startsWith('docs/checks/'));
    expect(pages).toEqual(CHECKS.map((check) => `docs/checks/${check.replaceAll('_', '-')}.md`));
  });

  it('shows pictures of a size that a reader waits for', () => {
    const pictures = linksOf(readme).filter((target) => target.endsWith('.png'));
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) expect(statSync(join(PROJECT, picture)).size).toBeLessThan(400_000);
  });
});
