import { describe, expect, it } from '@jest/globals';
import { touchedLines } from '../../src/security/touched-lines.ts';

const touched = (before: string | null, after: string): number[] => {
  const lines = touchedLines(before, after);
  return after.split('\n').flatMap((_, at) => (lines.touches(at + 1, at + 1) ? [at + 1] : []));
};

describe('the lines that a change touched', () => {
  it('are all of a new file', () => {
    expect(touched(null, 'a\nb')).toEqual([1, 2]);
  });

  it('are the changed and the added ones, by their numbers on the new side', () => {
    expect(touched('a\nb\nc', 'x\na\nB\nc\nd')).toEqual([1, 3, 5]);
  });

  it('are none where only line ends changed', () => {
    expect(touched('a\nb\n', 'a\r\nb\r\n')).toEqual([]);
  });

  it('include the seam of a removal for a stretch that spans it, and for no other', () => {
    const lines = touchedLines('a\nb\nc\nd', 'a\nc\nd');
    expect(lines.touches(1, 2)).toBe(true);
    expect(lines.touches(2, 3)).toBe(false);
    expect(lines.touches(1, 1)).toBe(false);
  });

  it('are all of a file that differs too much to compare in bounded time', () => {
    const before = Array.from({ length: 30_000 }, (_, at) => `a${at}`).join('\n');
    const after = Array.from({ length: 30_000 }, (_, at) => `b${at}`).join('\n');
    expect(touchedLines(before, `${after}\nsame`).touches(30_001, 30_001)).toBe(true);
  });
});
