import { describe, expect, it } from '@jest/globals';
import { readEslintJson } from '../../src/tool-output/eslint-json.ts';
import { NO_CONTEXT } from '../../src/tool-output/report-context.ts';
import { recorded } from './fixture.ts';

const context = { ...NO_CONTEXT, roots: ['/repo'] };

describe('a report of ESLint', () => {
  it.each(['no-rules', 'ignored'])('shows that no file was looked at: %s', (name) => {
    expect(readEslintJson(recorded(`eslint/${name}.json`), context)).toMatchObject({
      report: { inspected: 0, offenses: [] },
    });
  });

  it('lists errors with file, line and rule', () => {
    expect(readEslintJson(recorded('eslint/errors.json'), context)).toMatchObject({
      report: { offenses: [{ file: 'a.js', line: 1, rule: 'no-undef' }] },
    });
  });

  it('takes a file that does not parse for an offense', () => {
    expect(readEslintJson(recorded('eslint/syntax-error.json'), context)).toMatchObject({
      report: { offenses: [{ file: 'a.js', rule: 'syntax' }] },
    });
  });

  it('is clean with warnings, unless there are more than the project allows', () => {
    const text = recorded('eslint/warnings.json');
    expect(readEslintJson(text, context)).toMatchObject({ report: { inspected: 2, offenses: [] } });
    expect(readEslintJson(text, { ...context, maxWarnings: 1 })).toMatchObject({ report: { offenses: [] } });
    expect(readEslintJson(text, { ...context, maxWarnings: 0 })).toMatchObject({
      report: { offenses: [{ rule: 'no-unused-vars' }] },
    });
  });

  it('is clean where nothing was found', () => {
    expect(readEslintJson(recorded('eslint/clean.json'), context)).toMatchObject({
      report: { inspected: 2, offenses: [] },
    });
  });

  it('is unreadable when it is cut, of another shape, or its counts disagree with its messages', () => {
    const whole = recorded('eslint/errors.json');
    for (const text of ['', whole.slice(0, -2), '{}', '[{}]', whole.replace('"errorCount":1', '"errorCount":0')])
      expect(readEslintJson(text).kind).toBe('unreadable');
  });
});
