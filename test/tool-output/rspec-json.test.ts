import { describe, expect, it } from '@jest/globals';
import type { TestReport } from '../../src/domain/evidence.ts';
import { NO_CONTEXT } from '../../src/tool-output/report-context.ts';
import { readRspecJson } from '../../src/tool-output/rspec-json.ts';
import { recorded } from './fixture.ts';

function read(name: string): TestReport {
  const reading = readRspecJson(recorded(`rspec/${name}.json`));
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return reading.report;
}

describe('a report of RSpec', () => {
  it.each([
    ['all-passed', { passed: 2, failed: 0, skipped: 0, unfinished: 0, loadErrors: [] }],
    ['passed-and-failed', { passed: 1, failed: 1, skipped: 1, unfinished: 0, loadErrors: [] }],
    ['load-error', { passed: 0, failed: 0, skipped: 0, loadErrors: [expect.stringContaining('a_spec.rb')] }],
    ['before-suite-raises', { passed: 0, loadErrors: [expect.stringContaining('no database')] }],
    ['after-suite-raises', { passed: 1, loadErrors: [expect.stringContaining('no database')] }],
    ['no-examples', { passed: 0, failed: 0, loadErrors: [] }],
    ['all-filtered', { passed: 0, failed: 0, skipped: 0 }],
    ['all-pending', { passed: 0, skipped: 1 }],
    ['pending-passes', { passed: 0, failed: 1 }],
    ['exit-in-example', { passed: 1, failed: 0, unfinished: 1 }],
  ])('counts %s from its entries', (name, report) => {
    expect(read(name)).toMatchObject(report);
  });

  it.each([
    ['of the same run with a failure', '2 examples, 1 failure\n'],
    ['of another run alone', '3 examples, 1 failure\n'],
    ['of the same run with a failure, and one that agrees', '2 examples, 1 failure\n\n2 examples, 0 failures\n'],
  ])('is not believed against what RSpec said: a line %s', (_, output) => {
    expect(readRspecJson(recorded('rspec/all-passed.json'), { ...NO_CONTEXT, output })).toMatchObject({
      report: { distrust: expect.stringContaining('RSpec itself said') },
    });
  });

  it.each([
    ['said the same', '..\n\n2 examples, 0 failures\n'],
    ['said the same, after a spec that ran RSpec itself', '1 example, 1 failure\n..\n2 examples, 0 failures\n'],
    ['said nothing for people', ''],
  ])('is believed where RSpec %s', (_, output) => {
    expect(readRspecJson(recorded('rspec/all-passed.json'), { ...NO_CONTEXT, output })).toMatchObject({
      report: { passed: 2, distrust: undefined },
    });
  });

  it('names file, line and message of a failure', () => {
    expect(read('passed-and-failed').failures).toMatchObject([
      { name: 'sum adds wrongly', file: 'spec/a_spec.rb', line: 3, message: expect.stringContaining('expected: 3') },
    ]);
  });

  it('counts an example that was to run and is missing as unfinished', () => {
    const expected = JSON.stringify(['./spec/a_spec.rb[1:1]', './spec/a_spec.rb[1:2]', './spec/a_spec.rb[1:3]']);
    expect(readRspecJson(recorded('rspec/all-passed.json'), { ...NO_CONTEXT, expected })).toMatchObject({
      report: { passed: 2, unfinished: 1 },
    });
  });

  it.each([null, '', '{}'])('is distrusted where the list of examples to expect is %j', (expected) => {
    expect(readRspecJson(recorded('rspec/all-passed.json'), { ...NO_CONTEXT, expected })).toMatchObject({
      report: { distrust: expect.any(String) },
    });
  });

  it('is distrusted where its summary and its entries disagree', () => {
    const text = recorded('rspec/passed-and-failed.json').replace('"failure_count":1', '"failure_count":0');
    expect(readRspecJson(text)).toMatchObject({ report: { distrust: expect.stringContaining('0 failed') } });
  });

  it('is unreadable when it is cut at any byte', () => {
    const whole = recorded('rspec/passed-and-failed.json');
    for (const length of [0, 1, whole.length >> 1, whole.length - 1])
      expect(readRspecJson(whole.slice(0, length)).kind).toBe('unreadable');
  });

  it('is unreadable when it is cut at 65,536 bytes, as a pipe would', () => {
    const examples = Array.from({ length: 600 }, (_, at) => ({
      id: `./a[${at}]`,
      full_description: 'x'.repeat(100),
      status: 'passed',
      file_path: './a',
      line_number: 1,
    }));
    const summary = { example_count: 600, failure_count: 0, pending_count: 0, errors_outside_of_examples_count: 0 };
    const whole = JSON.stringify({ examples, summary });
    expect(readRspecJson(whole)).toMatchObject({ kind: 'read', report: { passed: 600 } });
    expect(readRspecJson(whole.slice(0, 65_536)).kind).toBe('unreadable');
  });

  it.each([
    '{}',
    '[]',
    'null',
    '{"examples":[],"summary":{"example_count":-1}}',
    '{"examples":[],"summary":{"example_count":1.5}}',
  ])('is unreadable with another shape: %s', (text) => {
    expect(readRspecJson(text).kind).toBe('unreadable');
  });
});
