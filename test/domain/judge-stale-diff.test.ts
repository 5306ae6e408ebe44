import { describe, expect, it } from '@jest/globals';
import { judgeStaleDiff } from '../../src/domain/judge-stale-diff.ts';

const pushed = '9c1f0be'.padEnd(40, 'a');
const other = '41d7c0e'.padEnd(40, 'b');
const where = 'pull request #331';

describe('judgeStaleDiff, ways to pass by accident', () => {
  it.each([
    ['both commits are empty', '', ''],
    ['both are the same short id', '9c1f0be', '9c1f0be'],
    ['both are a branch name', 'main', 'main'],
    ['the head is a prefix of the commit', pushed, pushed.slice(0, 12)],
  ])('is not judged when %s', (_, commit, head) => {
    expect(judgeStaleDiff({ pushed: commit, head, where }).status).toBe('unjudged');
  });

  it('fails when the head is gone', () => {
    expect(judgeStaleDiff({ pushed, head: null, where })).toMatchObject({
      status: 'failed',
      issues: ['pull request #331 is gone, validated commit is 9c1f0be'],
    });
  });

  it('fails when the head moved on, and names both commits', () => {
    const issue = 'pull request #331 head is 41d7c0e, validated commit is 9c1f0be';
    expect(judgeStaleDiff({ pushed, head: other, where })).toEqual({ status: 'failed', score: 0, issues: [issue] });
  });

  it('is not judged when the change was compared with another branch than it is to be merged into', () => {
    const branches = { into: 'main', compared: 'fleet/my-own' };
    expect(judgeStaleDiff({ pushed, head: pushed, branches, where })).toEqual({
      status: 'unjudged',
      because: expect.stringMatching(/#331 goes into main, .* compared with fleet\/my-own/),
    });
    expect(judgeStaleDiff({ pushed, head: other, branches, where }).status).toBe('failed');
  });

  it('tells two commits apart that begin alike', () => {
    const twin = '9c1f0be'.padEnd(40, 'c');
    expect(judgeStaleDiff({ pushed, head: twin, where })).toMatchObject({ issues: [expect.stringContaining(twin)] });
  });
});

describe('judgeStaleDiff', () => {
  it('passes when the head is the judged commit, whatever the case of its letters', () => {
    expect(judgeStaleDiff({ pushed, head: pushed.toUpperCase(), where })).toEqual({ status: 'passed', score: 1 });
  });
});
