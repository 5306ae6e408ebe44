import { describe, expect, it } from '@jest/globals';
import { findingIssue } from '../../src/reviewers/finding-issue.ts';
import type { ReviewerFinding } from '../../src/reviewers/reply-schema.ts';
import { aDiff, filesOf } from './a-diff.ts';

const files = filesOf(aDiff());
const issue = (parts: Partial<ReviewerFinding>): string =>
  findingIssue({ severity: 'high', file: 'lib/split.rb', code: '', claim: 'Wrong', ...parts }, files);

describe('a finding as an issue', () => {
  it('begins with severity and file', () => {
    expect(issue({})).toBe('[high] lib/split.rb: Wrong');
  });

  it.each(['total.round(2)', '+  total.round(2)', '  total.round(2)'])(
    'has the line that the code %j is on',
    (code) => {
      expect(issue({ code })).toBe('[high] lib/split.rb: Wrong (line 11)');
    },
  );

  it('tells a removed line from an added one', () => {
    expect(issue({ code: '-  total' })).toBe('[high] lib/split.rb: Wrong (removed line 11)');
  });

  it.each(['made_up()', '', 'tota'])('names no line when the code %j is on none', (code) => {
    expect(issue({ code })).toBe('[high] lib/split.rb: Wrong');
  });

  it('names no line when the code is on two', () => {
    const twice = filesOf(aDiff('lib/split.rb', 'end'));
    expect(findingIssue({ severity: 'low', file: 'lib/split.rb', code: 'end', claim: 'Wrong' }, twice)).toBe(
      '[low] lib/split.rb: Wrong',
    );
  });

  it('is told, and marked, when the file is none of the change', () => {
    expect(issue({ file: 'lib/other.rb' })).toBe('[high] lib/other.rb: Wrong (not a file of this change)');
  });

  it.each(['b/lib/split.rb', 'a/lib/split.rb', './lib/split.rb'])('finds the file under the name %s', (file) => {
    expect(issue({ file })).toBe('[high] lib/split.rb: Wrong');
  });

  it('never repeats the code, which could be a secret', () => {
    expect(issue({ code: '  total.round(2)' })).not.toContain('round');
  });

  it('is one bounded line without hidden characters', () => {
    const text = issue({ file: `x\n${'y'.repeat(2_000)}`, claim: `a\u202E\n${'b'.repeat(5_000)}` });
    expect(text).not.toMatch(/[\n\u202E]/);
    expect(text.length).toBeLessThan(1_500);
  });
});
