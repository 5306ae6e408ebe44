import { describe, expect, it } from '@jest/globals';
import type { Finding, ScanEvidence } from '../../src/domain/evidence.ts';
import { judgeSecurity } from '../../src/domain/judge-security.ts';

const finding: Finding = {
  file: 'lib/a.rb',
  line: 7,
  side: 'new',
  rule: 'ruby/eval',
  why: 'runs text as code',
  level: 'blocking',
  excerpt: 'eval(x)',
};
const seen = (rest: Partial<ScanEvidence> = {}): ScanEvidence => ({
  toScan: 2,
  scanned: 2,
  findings: [],
  unscanned: [],
  ...rest,
});

describe('judgeSecurity, ways to pass by accident', () => {
  it.each([
    [
      'a file could not be scanned',
      seen({ unscanned: [{ file: 'a.rb', because: 'it is too big' }] }),
      'a.rb could not be scanned: it is too big',
    ],
    ['fewer files were scanned than were to be', seen({ scanned: 1 }), 'only 1 of 2 files were scanned'],
    ['there was nothing to scan', seen({ toScan: 0, scanned: 0 }), 'the change holds no file to scan'],
    ['the scan does not say how many files there are', seen({ toScan: NaN }), 'did not say how many'],
    ['the scan does not say how many files it saw', seen({ scanned: Infinity }), 'did not say how many'],
  ])('is not judged when %s', (_, given, because) => {
    expect(judgeSecurity(given)).toMatchObject({ status: 'unjudged', because: expect.stringContaining(because) });
  });

  it('fails on a blocking finding even where other files could not be scanned', () => {
    const given = seen({
      findings: [finding],
      scanned: 0,
      unscanned: [{ file: 'b.rb', because: 'the parser crashed' }],
    });
    expect(judgeSecurity(given)).toEqual({
      status: 'failed',
      score: 0,
      issues: ['lib/a.rb:7: ruby/eval: runs text as code: eval(x)'],
      notes: ['b.rb could not be scanned: the parser crashed'],
    });
  });

  it('fails on a finding whose level it does not know', () => {
    expect(judgeSecurity(seen({ findings: [{ ...finding, level: 'fatal' as 'blocking' }] })).status).toBe('failed');
  });
});

describe('judgeSecurity', () => {
  it('passes when every file was scanned and nothing blocks, and tells the notes', () => {
    const note: Finding = { ...finding, level: 'note', line: undefined, side: 'old', excerpt: undefined };
    expect(judgeSecurity(seen({ findings: [note] }))).toEqual({
      status: 'passed',
      score: 1,
      notes: ['lib/a.rb (a line that the change removes): ruby/eval: runs text as code'],
    });
  });
});
