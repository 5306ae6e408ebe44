import { describe, expect, it } from '@jest/globals';
import type { Log } from 'sarif';
import type { Finding } from '../../src/domain/evidence.ts';
import { fileUri, findingsToSarif } from '../../src/report/sarif.ts';

const finding = (extra: Partial<Finding>): Finding => ({
  file: 'lib/a.rb',
  line: 3,
  side: 'new',
  rule: 'ruby/x',
  why: 'Bad.',
  level: 'blocking',
  excerpt: 'eval(x)',
  ...extra,
});

describe('findings as SARIF', () => {
  it('have the shape that the standard’s types give', () => {
    const evidence = {
      toScan: 2,
      scanned: 1,
      unscanned: [{ file: 'a.bin', because: 'too large' }],
      findings: [finding({})],
    };
    const log: Log = findingsToSarif(evidence, '1.0.0');
    expect(log.version).toBe('2.1.0');
  });

  it('are errors where they block and notes else, errors first', () => {
    const log = findingsToSarif(
      { toScan: 1, scanned: 1, unscanned: [], findings: [finding({ level: 'note', rule: 'n/x' }), finding({})] },
      '1.0.0',
    );
    expect(log.runs[0].results.map(({ ruleId, level, ruleIndex }) => [ruleId, level, ruleIndex])).toEqual([
      ['ruby/x', 'error', 0],
      ['n/x', 'note', 1],
    ]);
    expect(
      log.runs[0].tool.driver.rules.map(({ id, defaultConfiguration }) => [id, defaultConfiguration.level]),
    ).toEqual([
      ['ruby/x', 'error'],
      ['n/x', 'note'],
    ]);
  });

  it('name files as URIs that GitHub takes', () => {
    expect(fileUri('lib/a b/100%#?.rb')).toBe('lib/a%20b/100%25%23%3F.rb');
    expect(fileUri('ä:"\\.rb')).toBe('%C3%A4%3A%22%5C.rb');
    expect(fileUri(`a${String.fromCharCode(0xd800)}`)).toBe('a%EF%BF%BD');
  });

  it('have a line even where the finding has none', () => {
    const log = findingsToSarif(
      { toScan: 1, scanned: 1, unscanned: [], findings: [finding({ line: undefined, excerpt: '' })] },
      '1.0.0',
    );
    expect(log.runs[0].results[0]?.locations[0].physicalLocation.region).toEqual({ startLine: 1 });
  });

  it('are an unsuccessful run where a file could not be scanned', () => {
    const log = findingsToSarif(
      { toScan: 1, scanned: 0, findings: [], unscanned: [{ file: 'a b.rb', because: 'too large' }] },
      '1.0.0',
    );
    expect(log.runs[0].invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'a b.rb could not be scanned: too large' } }],
    });
  });

  it('are cut at what GitHub takes, and lose notes before errors', () => {
    const notes = Array.from({ length: 25_000 }, () => finding({ level: 'note' }));
    const [run] = findingsToSarif(
      { toScan: 1, scanned: 1, unscanned: [], findings: [...notes, finding({})] },
      '1.0.0',
    ).runs;
    expect(run.results).toHaveLength(25_000);
    expect(run.results[0]?.level).toBe('error');
  });
});
