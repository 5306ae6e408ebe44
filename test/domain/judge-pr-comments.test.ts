import { describe, expect, it } from '@jest/globals';
import type { ForgeAccount, PullRequestReview, ReviewThread } from '../../src/domain/evidence.ts';
import { judgePrComments } from '../../src/domain/judge-pr-comments.ts';

const rosa: ForgeAccount = { login: 'rosa-k', kind: 'User' };
const bot: ForgeAccount = { login: 'linty', kind: 'Bot' };
const fleet: ForgeAccount = { login: 'Fleet-Hand', kind: 'User' };
const ghost: ForgeAccount = { login: 'ghost', kind: null };
const ownLogins = ['fleet-hand', ''];

function thread(authors: ForgeAccount[], rest: Partial<ReviewThread> = {}): ReviewThread {
  const comments = authors.map((author) => ({
    author,
    excerpt: 'why not use the money type?',
    url: 'https://forge/1',
  }));
  return { resolved: false, outdated: false, path: 'lib/split.rb', line: 18, comments, ...rest };
}

function review(
  author: ForgeAccount,
  state: PullRequestReview['state'],
  day: number | null,
  excerpt = '',
): PullRequestReview {
  return {
    author,
    state,
    submittedAt: day === null ? null : `2026-05-0${day}T00:00:00Z`,
    excerpt,
    url: 'https://forge/2',
  };
}

const judge = (threads: ReviewThread[], reviews: PullRequestReview[] = []) =>
  judgePrComments({ feedback: { threads, reviews }, ownLogins });

describe('judgePrComments, ways to pass by accident', () => {
  it.each([
    ['an open thread of a person', [thread([rosa])]],
    ['an open thread that is outdated: collapsed is not answered', [thread([rosa], { outdated: true })]],
    ['a thread that a bot opened and a person replied in', [thread([bot, rosa, fleet])]],
    ['a thread of a deleted account', [thread([ghost])]],
    ['a thread of an account without a login', [thread([{ login: '', kind: 'User' }])]],
    ['a thread of an imported account', [thread([{ login: 'old-rosa', kind: 'Mannequin' }])]],
    ['a thread on a file as a whole', [thread([rosa], { line: null })]],
    [
      'one open thread behind a hundred resolved ones',
      [...Array.from({ length: 100 }, () => thread([rosa], { resolved: true })), thread([rosa])],
    ],
  ])('fails on %s', (_, threads) => {
    expect(judge(threads).status).toBe('failed');
  });

  it('is not judged when an open thread has no comment to be read', () => {
    expect(judge([thread([])])).toMatchObject({
      status: 'unjudged',
      because: 'the open review thread at lib/split.rb:18 has no comment to be read',
    });
  });

  it.each([
    ['a request for changes', [review(rosa, 'CHANGES_REQUESTED', 1)]],
    ['one that a later remark followed', [review(rosa, 'CHANGES_REQUESTED', 1), review(rosa, 'COMMENTED', 2)]],
    ['one that a draft followed', [review(rosa, 'CHANGES_REQUESTED', 1), review(rosa, 'PENDING', null)]],
    [
      'one that came after the same person approved',
      [review(rosa, 'APPROVED', 1), review(rosa, 'CHANGES_REQUESTED', 2)],
    ],
    [
      'one that is listed before an older approval',
      [review(rosa, 'CHANGES_REQUESTED', 2), review(rosa, 'APPROVED', 1)],
    ],
    ['one at the same moment as an approval', [review(rosa, 'CHANGES_REQUESTED', 1), review(rosa, 'APPROVED', 1)]],
    ['one without a time', [review(rosa, 'CHANGES_REQUESTED', null), review(rosa, 'APPROVED', 1)]],
    [
      'one that another person does not share',
      [review(rosa, 'CHANGES_REQUESTED', 1), review({ login: 'omar', kind: 'User' }, 'APPROVED', 2)],
    ],
    [
      'one by a deleted account beside another one’s approval',
      [review(ghost, 'CHANGES_REQUESTED', 1), review(ghost, 'APPROVED', 2)],
    ],
  ])('fails on %s', (_, reviews) => {
    expect(judge([], reviews).status).toBe('failed');
  });
});

describe('judgePrComments', () => {
  it.each([
    ['nothing was said', [], []],
    ['every thread is resolved', [thread([rosa], { resolved: true })], []],
    ['an open thread holds bots only', [thread([bot, { login: 'Other[BOT]', kind: 'User' }])], []],
    ['an open thread is the fleet’s own, whatever the case of its login', [thread([fleet])], []],
    [
      'a request for changes was withdrawn by an approval',
      [],
      [review(rosa, 'CHANGES_REQUESTED', 1), review({ ...rosa, login: 'Rosa-K' }, 'APPROVED', 2)],
    ],
    ['a request for changes was dismissed', [], [review(rosa, 'DISMISSED', 1)]],
    ['a bot requests changes', [], [review(bot, 'CHANGES_REQUESTED', 1)]],
  ])('passes when %s', (_, threads, reviews) => {
    expect(judge(threads, reviews)).toEqual({ status: 'passed', score: 1, notes: [] });
  });

  it('names the person, the place, the words and the address', () => {
    expect(judge([thread([rosa])], [review(rosa, 'CHANGES_REQUESTED', 1, 'not yet')])).toMatchObject({
      issues: [
        'unresolved review thread by a person (@rosa-k, lib/split.rb:18): why not use the money type? https://forge/1',
        'changes requested by @rosa-k: not yet https://forge/2',
      ],
    });
  });

  it('tells a remark without a thread as a note: nobody could ever mark it as answered', () => {
    expect(judge([], [review(rosa, 'COMMENTED', 1, 'nice so far')])).toEqual({
      status: 'passed',
      score: 1,
      notes: ['@rosa-k remarked: nice so far https://forge/2'],
    });
  });
});
