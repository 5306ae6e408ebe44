import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readUnifiedDiff } from '../../src/reviewers/unified-diff.ts';
import { aRepository, type Files } from '../builders/a-repository.ts';
import { aDiff, filesOf } from './a-diff.ts';

describe('the files of a diff', () => {
  const removals: (() => void)[] = [];
  afterAll(() => removals.forEach((remove) => remove()));

  /** By the real git, as the checkout asks for it. */
  function diffOf(base: Files, change: Files): string {
    const repository = aRepository({ base: { 'kept.txt': 'kept\n', ...base }, change });
    removals.push(repository.remove);
    const range = [repository.baseSha, repository.headSha];
    return execFileSync(
      'git',
      ['diff', '--no-ext-diff', '--no-textconv', '-M', '--src-prefix=a/', '--dst-prefix=b/', ...range],
      {
        cwd: repository.cloneUrl,
        encoding: 'utf8',
      },
    );
  }

  it('loses no file, however odd its name', () => {
    const names = [
      'with space.rb',
      'tab\there.rb',
      'quote".rb',
      'back\\slash.rb',
      'ümlaut.rb',
      ' b/odd b/name.rb',
      'line\nbreak.rb',
      '日本.rb',
    ];
    const diff = diffOf({}, Object.fromEntries(names.map((name) => [name, 'code\n'])));
    expect(
      filesOf(diff)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...names].sort());
  });

  it('keeps renames, deletions, empty files and links', () => {
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('');
    const diff = diffOf(
      { 'lib/old.rb': long, 'gone.rb': 'x\n' },
      {
        'lib/old.rb': null,
        'lib/new.rb': long,
        'gone.rb': null,
        'empty.rb': '',
        'a-link': { link: 'kept.txt' } satisfies { link: string },
      },
    );
    expect(filesOf(diff).map(({ path, from }) => [path, from])).toEqual(
      expect.arrayContaining([
        ['lib/new.rb', 'lib/old.rb'],
        ['gone.rb', undefined],
        ['empty.rb', undefined],
        ['a-link', undefined],
      ]),
    );
  });

  it('knows a file that git does not show', () => {
    const diff = diffOf({}, { 'lib/evil.rb': 'puts 1\0\n', 'lib/plain.rb': 'puts 1\n' });
    expect(filesOf(diff).map(({ path, binary }) => [path, binary])).toEqual([
      ['lib/evil.rb', true],
      ['lib/plain.rb', false],
    ]);
  });

  it('takes no line of code for a header', () => {
    const sql = [
      '-- a/other.sql',
      '++ b/other.sql',
      'diff --git a/fake.rb b/fake.rb',
      '@@ -1 +1 @@',
      '\rdiff --git a/x b/x',
    ];
    const diff = diffOf(
      { 'q.sql': `${sql.join('\n')}\n` },
      { 'q.sql': `${sql.map((line) => `${line} `).join('\n')}\n` },
    );
    expect(filesOf(diff).map(({ path }) => path)).toEqual(['q.sql']);
  });

  it('gives every part of the diff to a file, so that together they are the whole', () => {
    const diff = diffOf({ 'a.rb': 'a\n', 'b.rb': 'b' }, { 'a.rb': 'aa\r\n', 'b.rb': 'b\n', 'c.rb': 'no end' });
    expect(
      filesOf(diff)
        .map(({ text }) => text)
        .join('\n'),
    ).toBe(diff);
  });

  it('numbers lines on their own side', () => {
    expect(filesOf(aDiff())[0]?.lines).toEqual([
      { side: 'new', number: 10, text: 'def split(total)' },
      { side: 'old', number: 11, text: '  total' },
      { side: 'new', number: 11, text: '  total.round(2)' },
      { side: 'new', number: 12, text: 'end' },
    ]);
  });

  it.each([
    ['text', 'not a diff at all'],
    ['a hunk that ends too soon', aDiff().replace('@@ -10,3 +10,3 @@', '@@ -10,9 +10,9 @@')],
    ['a file that begins as none of git’s do', `${aDiff()}--- a/q\n+++ b/q\n@@ -1 +1 @@\n-a\n+b\n`],
    ['a file without a name', `${aDiff()}diff --git \n`],
  ])('says so when it cannot read %s', (_, text) => {
    expect(readUnifiedDiff(text).kind).toBe('unreadable');
  });

  it('takes no encoded contents for text', () => {
    const text = 'diff --git a/x.rb b/x.rb\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQzWMBXR0002z0CE5T\n\n';
    const reading = readUnifiedDiff(text);
    expect(reading.kind === 'unreadable' || reading.files.every(({ binary }) => binary)).toBe(true);
  });
});
