import { describe, expect, it } from '@jest/globals';
import { oneLine, showHidden } from '../../src/reviewers/visible-text.ts';

describe('hidden characters', () => {
  it.each([
    ['a right-to-left override', 'a\u202Eb', 'a[U+202E]b'],
    ['a zero-width space', 'a\u200Bb', 'a[U+200B]b'],
    ['a tag letter', 'a\u{E0041}b', 'a[U+E0041]b'],
    ['a variation selector', 'a\uFE01b', 'a[U+FE01]b'],
    ['an escape', '\u001B[2J', '[U+001B][2J'],
    ['a Hangul filler', 'a\u3164', 'a[U+3164]'],
    ['a line separator', 'a\u2028b', 'a[U+2028]b'],
    ['a carriage return in a line', 'good\rbad', 'good[U+000D]bad'],
    ['half a surrogate pair', '\uD800', '[U+D800]'],
  ])('are shown: %s', (_, text, shown) => {
    expect(showHidden(text)).toBe(shown);
  });

  it('are not seen where there are none', () => {
    const text = 'def größe\r\n\t日本 🎉 = "é"\n';
    expect(showHidden(text)).toBe(text);
  });
});

describe('one line', () => {
  it('is one line within its bound', () => {
    expect(oneLine('a\n\nb\tc', 80)).toBe('a b c');
    expect(oneLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(oneLine(`${'x'.repeat(8)}🎉🎉`, 10)).toBe(`${'x'.repeat(8)}…`);
  });
});
