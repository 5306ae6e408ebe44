import { describe, expect, it } from '@jest/globals';
import { NO_CONTEXT } from '../../src/tool-output/report-context.ts';
import { readRubocopJson } from '../../src/tool-output/rubocop-json.ts';
import { recorded } from './fixture.ts';

describe('a report of RuboCop', () => {
  it('tells of a cop that crashed, which it says beside a report that looks clean', () => {
    const output = recorded('rubocop/cop-crashes.out.txt');
    const reading = readRubocopJson(recorded('rubocop/cop-crashes.json'), { ...NO_CONTEXT, output });
    expect(reading).toMatchObject({
      report: { inspected: 1, offenses: [], crashes: [expect.stringContaining('Custom/Bad')] },
    });
  });

  it.each([null, '', '{"cops":0}'])('is unreadable where the count of cops is %j', (expected) => {
    const reading = readRubocopJson(recorded('rubocop/disabled-by-default.json'), { ...NO_CONTEXT, expected });
    expect(reading).toMatchObject({ kind: 'unreadable', because: expect.stringContaining('no cop looked') });
  });

  it.each(['all-excluded', 'no-files'])('shows that no file was looked at: %s', (name) => {
    expect(readRubocopJson(recorded(`rubocop/${name}.json`))).toMatchObject({ report: { inspected: 0 } });
  });

  it.each(['offenses', 'fail-level'])(
    'lists offenses with file, line and cop, whatever the exit status was: %s',
    (name) => {
      const reading = readRubocopJson(recorded(`rubocop/${name}.json`));
      expect(reading).toMatchObject({
        report: {
          inspected: 1,
          offenses: expect.arrayContaining([
            expect.objectContaining({ file: 'a.rb', line: 1, rule: 'Style/StringLiterals' }),
          ]),
        },
      });
    },
  );

  it('takes a syntax error for an offense', () => {
    expect(readRubocopJson(recorded('rubocop/syntax-error.json'))).toMatchObject({
      report: { offenses: [{ rule: 'Lint/Syntax' }] },
    });
  });

  it('is clean where nothing was offended, and with what a project only wants to see', () => {
    for (const name of ['clean', 'info']) {
      expect(
        readRubocopJson(recorded(`rubocop/${name}.json`), { ...NO_CONTEXT, expected: '{"cops":400}' }),
      ).toMatchObject({ report: { inspected: 1, offenses: [], crashes: [] } });
    }
  });

  it.each([
    ['"inspected_file_count":1', '"inspected_file_count":0'],
    ['"target_file_count":1', '"target_file_count":2'],
    ['"offense_count":0', '"offense_count":1'],
  ])('is unreadable when its counts disagree: %s', (from, to) => {
    expect(readRubocopJson(recorded('rubocop/clean.json').replace(from, to)).kind).toBe('unreadable');
  });

  it('is unreadable when it is cut, or mixed with text', () => {
    const whole = recorded('rubocop/offenses.json');
    for (const text of ['', whole.slice(0, -1), `warning\n${whole}`])
      expect(readRubocopJson(text).kind).toBe('unreadable');
  });
});
