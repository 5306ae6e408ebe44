import { describe, expect, it } from '@jest/globals';
import type { Finding, ScanEvidence } from '../../src/domain/evidence.ts';
import { renderScan } from '../../src/report/scan-findings.ts';

const blocking: Finding = {
  file: 'src/a.js',
  line: 3,
  side: 'new',
  rule: 'javascript/eval',
  why: 'It runs text as code.',
  level: 'blocking',
  excerpt: 'eval(input)',
};

function evidence(overrides: Partial<ScanEvidence> = {}): ScanEvidence {
  return { toScan: 2, scanned: 2, findings: [], unscanned: [], ...overrides };
}

describe('a scan on a terminal', () => {
  it('tells of each file that was not scanned, and counts it', () => {
    const text = renderScan(evidence({ scanned: 1, unscanned: [{ file: 'src/b.js', because: 'it is too large' }] }));
    expect(text.split('\n')).toEqual([
      'unseen  src/b.js: not scanned: it is too large',
      '1 of 2 files scanned: 0 blocking, 0 notes',
    ]);
  });

  it('puts what blocks before the notes', () => {
    const note: Finding = { ...blocking, rule: 'tree/binary', level: 'note', excerpt: undefined, line: undefined };
    expect(renderScan(evidence({ findings: [note, blocking] })).split('\n')).toEqual([
      'blocks  src/a.js:3  javascript/eval',
      '        It runs text as code.',
      '          eval(input)',
      'note    src/a.js  tree/binary',
      '        It runs text as code.',
      '2 of 2 files scanned: 1 blocking, 1 notes',
    ]);
  });

  it('says of a finding on the old side that it was removed', () => {
    expect(renderScan(evidence({ findings: [{ ...blocking, side: 'old' }] }))).toContain('src/a.js:3 (removed)');
  });

  it('lets no file name steer the terminal or begin a line of its own', () => {
    const text = renderScan(evidence({ findings: [{ ...blocking, file: 'a\u001b[2J\n2 of 2 files scanned' }] }));
    expect(text).not.toContain('\u001b');
    expect(text.match(/^2 of 2/gm)).toHaveLength(1);
  });
});
