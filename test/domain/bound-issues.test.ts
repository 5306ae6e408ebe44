import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundIssues } from '../../src/domain/bound-issues.ts';

describe('boundIssues', () => {
  it('keeps a short list as it is, without empty lines', () => {
    expect(boundIssues(['a', ' ', ' b '])).toEqual(['a', 'b']);
  });

  it('takes out what only a terminal understands or what turns text round, and keeps line breaks', () => {
    expect(boundIssues(['\u001b[31mred\u001b[0m\r\nnext\u0007 \u202etfel'])).toEqual(['red\nnext tfel']);
  });

  it('never cuts a character in two', () => {
    const [issue = ''] = boundIssues([`${'a'.repeat(1998)}😀😀`]);
    expect(issue).toBe(`${'a'.repeat(1998)}…`);
  });

  it('counts what it leaves out, and keeps the count true when it is bounded again', () => {
    const once = boundIssues(Array.from({ length: 120 }, (_, index) => `issue ${index}`));
    expect(once.at(-1)).toBe('and 71 more');
    expect(boundIssues(once, 10).at(-1)).toBe('and 111 more');
  });

  it('is idempotent, and holds both bounds for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 80 }), (issues) => {
        const bounded = boundIssues(issues);
        expect(boundIssues(bounded)).toEqual(bounded);
        expect(bounded.length <= 50 && bounded.every((issue) => issue.length <= 2000)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
