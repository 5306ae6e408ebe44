import { describe, expect, it } from '@jest/globals';
import { EXIT, exitCodeOf } from '../../src/cli/exit-codes.ts';

describe('exit codes', () => {
  it('0 is an approval that was judged, and nothing else', () => {
    const cases = (['approved', 'rejected'] as const).flatMap((verdict) =>
      [true, false].map((judged) => ({ verdict, judged })),
    );
    expect(cases.filter((review) => exitCodeOf(review) === 0)).toEqual([{ verdict: 'approved', judged: true }]);
  });

  it('tells a rejection from what nobody judged', () => {
    expect(exitCodeOf({ verdict: 'rejected', judged: true })).toBe(1);
    expect(exitCodeOf({ verdict: 'rejected', judged: false })).toBe(3);
  });

  it('are all different', () => {
    expect(new Set(Object.values(EXIT)).size).toBe(Object.values(EXIT).length);
  });
});
