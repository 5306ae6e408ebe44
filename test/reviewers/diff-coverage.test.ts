import { describe, expect, it } from '@jest/globals';
import { coverDiff, MAX_DIFF_BYTES } from '../../src/reviewers/diff-coverage.ts';
import { aDiff } from './a-diff.ts';

const LARGE = 'x'.repeat(MAX_DIFF_BYTES);
const binary = (path: string): string =>
  `diff --git a/${path} b/${path}\nindex 1111111..2222222 100644\nBinary files a/${path} and b/${path} differ\n`;

describe('what a reviewer gets to see', () => {
  it.each(['', '\n \n'])('is nothing to approve when the change is empty (%j)', (diff) => {
    expect(coverDiff(diff)).toEqual({ kind: 'unreviewable', because: expect.stringContaining('empty') });
  });

  it('is never a part: a diff over the budget is not reviewable', () => {
    const coverage = coverDiff(aDiff() + aDiff('lib/big.rb', LARGE));
    expect(coverage).toEqual({
      kind: 'unreviewable',
      because: expect.stringMatching(/too large to be read whole \(\d+ bytes of at most 120000\)/),
    });
  });

  it('counts bytes, not characters', () => {
    expect(coverDiff(aDiff('lib/big.rb', 'ü'.repeat(MAX_DIFF_BYTES / 2 + 1))).kind).toBe('unreviewable');
  });

  it('is the whole diff, byte for byte, when it fits', () => {
    const diff = aDiff() + aDiff('package-lock.json');
    expect(coverDiff(diff)).toMatchObject({ kind: 'whole', text: diff, named: [] });
  });

  it('names a lock file instead of showing it when the diff would not fit otherwise', () => {
    const coverage = coverDiff(aDiff() + aDiff('web/package-lock.json', LARGE));
    expect(coverage).toMatchObject({
      kind: 'whole',
      text: aDiff().trimEnd(),
      named: [expect.stringContaining('web/package-lock.json')],
    });
  });

  it.each([
    ['a name that only looks like a lock file', aDiff('lib/package-lock.json.js', LARGE)],
    ['a lock name as a folder', aDiff('Gemfile.lock/code.rb', LARGE)],
    ['a generated folder', aDiff('dist/bundle.min.js', LARGE)],
    ['an executable lock file', aDiff('yarn.lock', LARGE).replace('2222222 100644', '2222222 100755')],
    [
      'a lock file that becomes a link',
      aDiff('yarn.lock', LARGE).replace('index ', 'old mode 100644\nnew mode 120000\nindex '),
    ],
    [
      'code that is renamed to a lock file',
      aDiff('yarn.lock', LARGE)
        .replace('diff --git a/yarn.lock', 'diff --git a/lib/a.js')
        .replace('--- a/yarn.lock', 'rename from lib/a.js\nrename to yarn.lock\n--- a/lib/a.js'),
    ],
  ])('does not hide %s', (_, diff) => {
    expect(coverDiff(diff).kind).toBe('unreviewable');
  });

  it('names media files, which hold nothing to read', () => {
    expect(coverDiff(aDiff() + binary('docs/logo.png'))).toMatchObject({
      kind: 'whole',
      named: [expect.stringContaining('docs/logo.png')],
    });
  });

  it.each(['lib/evil.rb', 'tool.jar', 'logo.png.rb', 'data.bin', 'icon.svg'])(
    'is incomplete when git does not show %s',
    (path) => {
      expect(coverDiff(aDiff() + binary(path))).toEqual({
        kind: 'unreviewable',
        because: `git does not show the contents of ${path}`,
      });
    },
  );

  it('is incomplete when the diff cannot be read', () => {
    expect(coverDiff('garbage')).toMatchObject({ kind: 'unreviewable' });
  });
});
