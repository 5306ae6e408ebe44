import { describe, expect, it } from '@jest/globals';
import { excerptOf } from '../../src/github/excerpt.ts';

describe('an excerpt', () => {
  it('cannot steer a terminal, hide text or reorder it', () => {
    const body = 'no\u001b[2Jbugs\u0000here\u202Egnp.exe\u200B\r\nnext\u2028line\u009b31m';
    expect(excerptOf(body)).toBe('no [2Jbugs here gnp.exe next line 31m');
  });

  it('is one line of at most 300 characters and says when it was cut', () => {
    const excerpt = excerptOf(`first\n\n${'wörd '.repeat(100)}`);
    expect(Array.from(excerpt)).toHaveLength(300);
    expect(excerpt).toMatch(/^first wörd .*…$/);
  });

  it('does not cut a character in two', () => {
    expect(Array.from(excerptOf('🧮'.repeat(400)))).toEqual([...Array<string>(299).fill('🧮'), '…']);
  });

  it('keeps what fits as it is', () => {
    expect(excerptOf('  why not use the money type?  ')).toBe('why not use the money type?');
    expect(excerptOf('x'.repeat(300))).toBe('x'.repeat(300));
  });

  it('takes no time over a body without end', () => {
    const began = Date.now();
    expect(Array.from(excerptOf(' '.repeat(5_000_000) + 'x'.repeat(5_000_000))).length).toBeLessThanOrEqual(300);
    expect(Date.now() - began).toBeLessThan(200);
  });
});
