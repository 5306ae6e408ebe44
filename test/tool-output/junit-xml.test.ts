import { describe, expect, it } from '@jest/globals';
import type { TestReport } from '../../src/domain/evidence.ts';
import { readJunitXml } from '../../src/tool-output/junit-xml.ts';
import { NO_CONTEXT } from '../../src/tool-output/report-context.ts';
import { recorded } from './fixture.ts';

const context = { ...NO_CONTEXT, roots: ['/repo'] };

function read(text: string): TestReport {
  const reading = readJunitXml(text, context);
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return reading.report;
}

describe('a report in JUnit XML', () => {
  it.each(['empty-file', 'exit-in-test'])('is distrusted where node:test names a test as its file: %s', (name) => {
    expect(read(recorded(`node-test/${name}.xml`)).distrust).toContain('test/b.test.js reported no test of its own');
  });

  it.each([
    ['test/b.test.js', undefined],
    ['spec/b.js', '/repo/spec/b.js\n/repo/spec/c.js\n'],
    ['b.mjs', '/repo/b.mjs\n'],
  ])('is distrusted where Node 22 names a test as its file: %s', (name, expected) => {
    const text = `<testsuites><testcase name="${name}"/><testcase name="adds"/></testsuites>`;
    expect(readJunitXml(text, { ...context, expected })).toMatchObject({
      report: { distrust: expect.stringContaining(name) },
    });
  });

  it('is believed where a test only speaks of a file', () => {
    const text = '<testsuites><testcase name="reads test/a.js"/><testcase name="lib/index.js"/></testsuites>';
    expect(readJunitXml(text, { ...context, expected: '/repo/test/b.js\n' })).toMatchObject({
      report: { passed: 2, distrust: undefined },
    });
  });

  it.each(['syntax-error', 'late-exit-guarded'])('tells of a file that failed as a whole: %s', (name) => {
    expect(read(recorded(`node-test/${name}.xml`)).loadErrors).toEqual([
      expect.stringContaining('test/b.test.js failed as a whole'),
    ]);
  });

  it('counts a todo that fails as failed', () => {
    expect(read(recorded('node-test/todo-fails.xml'))).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
  });

  it('tells of a failure that has no case of its own', () => {
    expect(read(recorded('node-test/parent-fails.xml')).loadErrors).toEqual([
      expect.stringContaining('a parent test or a hook'),
    ]);
  });

  it('counts no test where there is none', () => {
    expect(read(recorded('node-test/no-tests.xml'))).toMatchObject({ passed: 0, failed: 0, skipped: 0 });
  });

  it('walks nested suites', () => {
    expect(read(recorded('node-test/mixed.xml'))).toMatchObject({
      passed: 1,
      failed: 2,
      skipped: 2,
      failures: [{ name: 'adds wrongly', message: '1 == 2' }, { name: 'child fails' }],
    });
    expect(read(recorded('node-test/all-passed.xml'))).toMatchObject({ passed: 2, failed: 0, distrust: undefined });
  });

  it('is unreadable when it is cut anywhere, since a parser would read it as a greener one', () => {
    const whole = recorded('node-test/mixed.xml');
    for (const part of [0, 0.2, 0.5, 0.9, 0.99])
      expect(readJunitXml(whole.slice(0, Math.floor(whole.trimEnd().length * part))).kind).toBe('unreadable');
    const afterFirstCase = whole.slice(0, whole.indexOf('<testcase name="later"'));
    expect(readJunitXml(afterFirstCase).kind).toBe('unreadable');
  });

  it.each(['junk', '<html></html>', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><testsuites/>'])(
    'is unreadable: %s',
    (text) => {
      expect(readJunitXml(text).kind).toBe('unreadable');
    },
  );

  it.each([
    ['more tests than cases', '<testsuite name="a" tests="2" failures="0"><testcase name="x"/></testsuite>'],
    ['fewer tests than cases', '<testsuite name="a" tests="0"><testcase name="x"/></testsuite>'],
    ['failures that it does not show', '<testsuite name="a" tests="1" failures="1"><testcase name="x"/></testsuite>'],
    [
      'errors that it does not show',
      '<testsuites><testsuite name="a" tests="1" errors="1"><testcase name="x"/></testsuite></testsuites>',
    ],
  ])('is distrusted where it speaks of %s', (_, text) => {
    expect(read(text).distrust).toBeDefined();
  });

  it('reads errors, skips and entities as other tools write them', () => {
    const text = `<testsuites><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4">
      <testcase classname="a" name="ok" file="/repo/a.py" line="3"/>
      <testcase classname="a" name="skip"><skipped message="later"/></testcase>
      <testcase classname="a" name="bad" file="/repo/a.py" line="9"><failure message="1 &lt; 2&#10;x">trace</failure></testcase>
      <testcase classname="a" name="worse"><error>no &#x41;</error></testcase>
    </testsuite></testsuites>`;
    expect(read(text)).toMatchObject({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        { name: 'bad', file: 'a.py', line: 9, message: '1 < 2\nx' },
        { name: 'worse', message: 'no A' },
      ],
      distrust: undefined,
    });
  });

  it('shows messages of node:test with their quotes and line breaks, which its attributes lose, and without control characters', () => {
    expect(read(recorded('node-test/many-lines.xml')).failures).toEqual([
      expect.objectContaining({
        name: 'no "cent" is lost & <found>',
        message: 'Expected values to be strictly equal:\n1006 !== 1005',
      }),
      expect.objectContaining({
        message:
          "Expected values to be strictly deep-equal:\n+ actual - expected\n  {\n+   a: `x \"y\" & 'z' <b>`\n-   a: '\"'\n  }",
      }),
      expect.objectContaining({ message: 'has "quotes"\nand\nlines red' }),
      expect.objectContaining({ message: 'my "own" " message' }),
    ]);
  });

  it('decodes once what other tools write', () => {
    const text = `<testsuites><testcase classname="a" name="says &amp;quot;"><failure message="1 &quot; &amp;lt;&#10;2">trace</failure></testcase></testsuites>`;
    expect(read(text).failures).toMatchObject([{ name: 'says &quot;', message: '1 " &lt;\n2' }]);
  });

  it('keeps the message of the attribute where the text of node:test says something else', () => {
    const text = `<testsuites><testcase classname="test" name="a"><failure message="one">Error [ERR_TEST_FAILURE]: other</failure></testcase></testsuites>`;
    expect(read(text).failures).toMatchObject([{ message: 'one' }]);
  });
});
