import type { ForgeAccount, PullRequestReview, ReviewThread } from '../domain/evidence.ts';
import type { AnsweredAccount, AnsweredComment, AnsweredReview, AnsweredThread } from './answers.ts';
import { excerptOf } from './excerpt.ts';

/** GitHub shows a deleted account as this one. */
const DELETED: ForgeAccount = { login: 'ghost', kind: null };

function accountOf(author: AnsweredAccount): ForgeAccount {
  return author === null ? DELETED : { login: author.login, kind: author.__typename };
}

/** A thread in our words; resolved is what the forge says is resolved, never what it shows collapsed or outdated. */
export function threadOf(thread: AnsweredThread, comments: readonly AnsweredComment[]): ReviewThread {
  return {
    resolved: thread.isResolved,
    outdated: thread.isOutdated,
    path: thread.path,
    line: thread.line,
    comments: comments.map(({ author, body, url }) => ({ author: accountOf(author), excerpt: excerptOf(body), url })),
  };
}

export function reviewOf({ author, state, submittedAt, body, url }: AnsweredReview): PullRequestReview {
  return { author: accountOf(author), state, submittedAt, excerpt: excerptOf(body), url };
}
