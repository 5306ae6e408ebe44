import { describe, expect, it } from '@jest/globals';
import { expandPattern } from '../../src/languages/glob.ts';
import { pickOptions, unlistedOptions, wordsOf } from '../../src/languages/words.ts';

describe('words of a script', () => {
  it.each([
    ['a  b\tc', ['a', 'b', 'c']],
    [`a "b c" 'd "e"' f\\ g`, ['a', 'b c', 'd "e"', 'f g']],
    [`--x="1 2" --y='3'`, ['--x=1 2', '--y=3']],
    ['', []],
  ])('are split as a shell would: %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('lose every option that is not known to be harmless, with its value where one is known', () => {
    const table = { '--keep': 'keep', '--with': 'keep value', '--drop': 'drop value' } as const;
    expect(
      pickOptions(
        ['--keep', '--with', '1', '--with=2', '--drop', '3', '--drop=4', '--other', 'file', '--constructor'],
        table,
      ),
    ).toEqual({
      options: ['--keep', '--with', '1', '--with=2'],
      positionals: ['file'],
    });
  });
});

describe('an option that a table does not know', () => {
  const table = { '--listed': 'drop', '--many': 'keep values', '--all': 'drop values' } as const;

  it('is told, since the word after it may be its value', () => {
    expect(unlistedOptions(['--listed', '--odd', 'a.js', '-x=1', '--constructor', '--'], table)).toEqual([
      '--odd',
      '-x',
      '--constructor',
      '--',
    ]);
  });

  it('is none where all are listed, whatever their values', () => {
    expect(unlistedOptions(['--listed', '--many', 'a', 'b', '--all=c', 'file'], table)).toEqual([]);
  });

  it('takes no file for a value of an option that has several', () => {
    expect(pickOptions(['x', '--many', 'a', 'b', '--all', 'c', 'd', '--many=e', 'f'], table)).toEqual({
      options: ['--many', 'a', 'b', '--many=e'],
      positionals: ['x', 'f'],
    });
  });
});

describe('a pattern', () => {
  const files = ['a.js', 'test/a.test.js', 'test/b/c.test.js', 'test/b/d.ts', 'test/e.test.ts'];
  it.each([
    ['test/*.test.js', ['test/a.test.js']],
    ['test/**/*.test.js', ['test/a.test.js', 'test/b/c.test.js']],
    ['./**/*.{test.js,ts}', ['test/a.test.js', 'test/b/c.test.js', 'test/b/d.ts', 'test/e.test.ts']],
    ['?.js', ['a.js']],
    ['none/*', ['none/*']],
    ['plain (1).js', ['plain (1).js']],
  ])('stands for the files that a shell would name: %s', (pattern, expected) => {
    expect(expandPattern(pattern, files)).toEqual(expected);
  });
});
