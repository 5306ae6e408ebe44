import { describe, expect, it } from '@jest/globals';
import { readJestJson } from '../../src/tool-output/jest-json.ts';
import { NO_CONTEXT } from '../../src/tool-output/report-context.ts';
import { recorded } from './fixture.ts';

const context = { ...NO_CONTEXT, roots: ['/repo'] };

describe('a report of Jest or Vitest', () => {
  it.each(['jest/no-match', 'jest/no-match-passes', 'vitest/no-tests'])(
    'counts no test, though it says success: %s',
    (name) => {
      const text = recorded(`${name}.json`);
      expect(text).toMatch(/"success":\s*true/);
      expect(readJestJson(text, context)).toMatchObject({ report: { passed: 0, failed: 0, skipped: 0 } });
    },
  );

  it.each(['jest/syntax-error', 'vitest/syntax-error'])('tells of a file that did not load: %s', (name) => {
    expect(readJestJson(recorded(`${name}.json`), context)).toMatchObject({
      report: { passed: 0, loadErrors: [expect.stringContaining('a.test.js: ')] },
    });
  });

  it('tells of a hook that raised after the tests passed', () => {
    expect(readJestJson(recorded('jest/after-all-raises.json'), context)).toMatchObject({
      report: { passed: 1, loadErrors: [expect.stringContaining('no database')] },
    });
  });

  it('counts skipped tests apart', () => {
    expect(readJestJson(recorded('jest/all-skipped.json'), context)).toMatchObject({
      report: { passed: 0, skipped: 1 },
    });
  });

  it.each(['jest', 'vitest'])('counts what passed, failed, was skipped and is to do: %s', (tool) => {
    const reading = readJestJson(recorded(`${tool}/passed-and-failed.json`), context);
    expect(reading).toMatchObject({
      report: {
        passed: 1,
        failed: 1,
        skipped: 2,
        unfinished: 0,
        failures: [{ name: 'sum adds wrongly', file: 'a.test.js', message: expect.stringContaining('2') }],
      },
    });
  });

  it.each(['jest/all-passed', 'vitest/all-passed'])('is believed where all passed: %s', (name) => {
    const reading = readJestJson(recorded(`${name}.json`), context);
    expect(reading).toMatchObject({ kind: 'read', report: { passed: 1, failed: 0, loadErrors: [] } });
    expect((reading as { report: { distrust?: string } }).report.distrust).toBeUndefined();
  });

  it('takes process.exit in a test of Vitest for a failure', () => {
    expect(readJestJson(recorded('vitest/exits.json'), context)).toMatchObject({ report: { passed: 1, failed: 1 } });
  });

  it.each([
    ['"numPassedTests":1', '"numPassedTests":2'],
    ['"numTotalTests":1', '"numTotalTests":3'],
    ['"wasInterrupted":false', '"wasInterrupted":true'],
  ])('is distrusted when it contradicts itself: %s', (from, to) => {
    const text = recorded('jest/all-passed.json');
    expect(text).toContain(from);
    expect(readJestJson(text.replace(from, to), context)).toMatchObject({ report: { distrust: expect.any(String) } });
  });

  it('counts a status that it does not know as unfinished', () => {
    const text = recorded('jest/all-passed.json').replace('"status":"passed","title"', '"status":"","title"');
    expect(readJestJson(text, context)).toMatchObject({ report: { passed: 0, unfinished: 1 } });
  });

  it('is unreadable when it is cut', () => {
    const whole = recorded('jest/all-passed.json').trimEnd();
    for (const text of ['', '{}', whole.slice(0, -1)]) expect(readJestJson(text).kind).toBe('unreadable');
  });
});
