import { boundIssues } from './bound-issues.ts';
import type { Outcome } from './check.ts';
import type { PrCommentEvidence, PullRequestReview, ReviewThread } from './evidence.ts';
import { foldReviews } from './fold-reviews.ts';
import { isHuman } from './forge-account.ts';
import { MAX_NOTES } from './limits.ts';

/**
 * Fails on an open thread with a person's word in it, wherever in the thread, and on a person's standing request for changes.
 * Only `resolved` resolves: an outdated thread is collapsed, not answered.
 */
export function judgePrComments({ feedback, ownLogins }: PrCommentEvidence): Outcome {
  const open = feedback.threads.filter((thread) => !thread.resolved);
  const human = feedback.reviews.filter((review) => isHuman(review.author, ownLogins));
  const issues = [
    ...open.flatMap((thread) => describeThread(thread, ownLogins)),
    ...foldReviews(human)
      .filter((review) => review.state === 'CHANGES_REQUESTED')
      .map(describeRequest),
  ];
  const notes = boundIssues(human.flatMap(describeRemark), MAX_NOTES);
  if (issues.length > 0) return { status: 'failed', score: 0, issues: boundIssues(issues), notes };
  const empty = open.find((thread) => thread.comments.length === 0);
  if (empty !== undefined)
    return {
      status: 'unjudged',
      because: `the open review thread at ${placeOf(empty)} has no comment to be read`,
      notes,
    };
  return { status: 'passed', score: 1, notes };
}

/** Told by the last person who spoke in it: theirs is the word to be answered. */
function describeThread(thread: ReviewThread, ownLogins: readonly string[]): string[] {
  const comment = thread.comments.findLast(({ author }) => isHuman(author, ownLogins));
  if (comment === undefined) return [];
  const state = thread.outdated ? 'unresolved (outdated) review thread' : 'unresolved review thread';
  return [`${state} by a person (${nameOf(comment.author)}, ${placeOf(thread)}): ${comment.excerpt} ${comment.url}`];
}

function describeRequest({ author, excerpt, url }: PullRequestReview): string {
  return `changes requested by ${nameOf(author)}: ${excerpt} ${url}`;
}

/**
 * A person's remark without a thread is told and fails nothing: the forge has no way to mark it as answered, so a single
 * "looks good so far" would block the pull request for ever. Who wants to block has a thread or a request for changes.
 */
function describeRemark({ author, state, excerpt, url }: PullRequestReview): string[] {
  return state === 'COMMENTED' && excerpt.trim() !== '' ? [`${nameOf(author)} remarked: ${excerpt} ${url}`] : [];
}

function nameOf(author: PullRequestReview['author']): string {
  return author.kind === null ? 'a deleted account' : `@${author.login}`;
}

function placeOf({ path, line }: ReviewThread): string {
  return line === null ? path : `${path}:${line}`;
}
