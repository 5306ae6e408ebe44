import { describe, expect, it } from '@jest/globals';
import { LOOKING_CHECKS } from '../../src/domain/check.ts';
import { decideVerdict } from '../../src/domain/decide-verdict.ts';
import type { ValidationProgress } from '../../src/domain/validation-progress.ts';
import { describeProgress } from '../../src/workflows/describe-progress.ts';
import { aChange, aPlan, approvals, outcomes } from '../builders/a-plan.ts';

function someProgress(news: Partial<ValidationProgress> = {}): ValidationProgress {
  const checks = LOOKING_CHECKS.map((check) => ({ check, state: 'waiting' as const }));
  return { title: 'Round half-even', state: 'checking', checks, review: null, ...news };
}

function decided(tests: string[], notes: string[] = []): ValidationProgress {
  const review = decideVerdict({
    plan: aPlan({ notes }),
    outcomes: outcomes(tests.length === 0 ? {} : { tests: { status: 'failed', score: 0.5, issues: tests } }),
    votes: approvals(),
    durationsMs: {},
    change: aChange(),
    atVerdict: { status: 'passed', score: 1 },
  });
  return someProgress({ state: 'decided', review });
}

describe('the details page of a run', () => {
  it('says that the work item is being admitted, and nothing of what it claims to be', () => {
    expect(describeProgress(someProgress({ title: null, state: 'admitting' }))).toMatch(
      /^\*\*admitting the work item\*\*/,
    );
  });

  it('has a row for each check in their order', () => {
    const rows = describeProgress(someProgress())
      .split('\n')
      .filter((line) => line.startsWith('| '));
    expect(rows).toEqual([
      '| check | state | |',
      '| --- | --- | --- |',
      ...LOOKING_CHECKS.map((check) => `| ${check.replaceAll('_', '_')} | waiting |  |`),
    ]);
  });

  it('says why a check was skipped or could not look, and how many issues another found', () => {
    const text = describeProgress(
      someProgress({
        checks: [
          { check: 'tests', state: 'failed', issues: 1 },
          { check: 'lint', state: 'failed', issues: 2 },
          { check: 'security_scan', state: 'unjudged', because: 'the scanner crashed' },
        ],
      }),
    );
    expect(text).toContain('| tests | failed | 1 issue |');
    expect(text).toContain('| lint | failed | 2 issues |');
    expect(text).toContain('| security_scan | unjudged | the scanner crashed |');
  });

  it('leads with the verdict in one word and the score', () => {
    expect(describeProgress(decided([]))).toMatch(/^\*\*approved, score 1\*\*/);
    expect(describeProgress(decided(['1 of 2 tests failed']))).toMatch(/^\*\*rejected, score 0\.825\*\*/);
  });

  it('shows ten issues and counts the rest', () => {
    const issues = Array.from({ length: 14 }, (_, index) => `issue ${index}`);
    const lines = describeProgress(decided(issues))
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe('- and 4 more');
  });

  it('shows the notes, such as a check that somebody switched off', () => {
    expect(describeProgress(decided([], ['lint is switched off by the settings (run_lint)']))).toContain(
      '> lint is switched off by the settings (run\\_lint)',
    );
  });

  it('takes text from outside as data: it breaks no table, and hides no address behind a word', () => {
    const title = 'a | b\n| forged | passed |\n[approve](https://evil.example) <img src=x> `code` **bold** # head';
    const page = describeProgress(someProgress({ title }));
    expect(page.split('\n').filter((line) => line.startsWith('| forged'))).toEqual([]);
    expect(page).toContain('\\[approve\\](https://evil.example) \\<img src=x\\> \\`code\\` \\*\\*bold\\*\\* \\# head');
  });

  it('cuts long text without halving a character', () => {
    const page = describeProgress(someProgress({ title: `${'x'.repeat(299)}😀 and more` }));
    expect(page).not.toMatch(/\p{Surrogate}/u);
    expect(page.length).toBeLessThan(1_000);
  });

  it('stays under the 20 KB that Temporal takes, whatever the checks found', () => {
    const issues = Array.from({ length: 50 }, () => '|'.repeat(2_000));
    const notes = Array.from({ length: 50 }, (_, index) => `${index}${'_'.repeat(2_000)}`);
    const loud = decided(issues, notes);
    const checks = loud.checks.map((line) => ({ ...line, because: '*'.repeat(500) }));
    expect(Buffer.byteLength(describeProgress({ ...loud, checks, title: '#'.repeat(10_000) }))).toBeLessThan(20_000);
  });
});
