import { z } from 'zod';

/**
 * A kind of account that we do not know counts as a person: only what the forge itself calls a bot is one. A deleted
 * account is `null` there.
 */
const account = z
  .object({
    __typename: z.enum(['User', 'Bot', 'Organization', 'Mannequin', 'EnterpriseUserAccount']).catch('User'),
    login: z.string().min(1),
  })
  .nullable();

/** No node may be null and no list may be missing: a hole in a page is not an empty page. */
function pageOf<Node extends z.ZodType>(node: Node) {
  return z.object({
    totalCount: z.int().min(0),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(node),
  });
}

const comment = z.object({ id: z.string().min(1), url: z.string(), body: z.string(), author: account });
const commentPage = pageOf(comment);

const thread = z.object({
  id: z.string().min(1),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  path: z.string(),
  line: z.int().nullable(),
  comments: commentPage,
});

const review = z.object({
  id: z.string().min(1),
  url: z.string(),
  body: z.string(),
  state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED', 'PENDING']),
  submittedAt: z.string().nullable(),
  author: account,
});

function ofPullRequest<PullRequest extends z.ZodType>(pullRequest: PullRequest) {
  return z.object({ repository: z.object({ pullRequest }) });
}

/** What each query of `queries.ts` must answer to be believed. */
export const reviewThreadsAnswer = ofPullRequest(z.object({ reviewThreads: pageOf(thread) })).extend({
  viewer: z.object({ login: z.string().min(1) }),
});
export const threadCommentsAnswer = z.object({ node: z.object({ comments: commentPage }) });
export const reviewsAnswer = ofPullRequest(z.object({ reviews: pageOf(review) }));
export const headAnswer = ofPullRequest(
  z.object({
    headRefOid: z.string().regex(/^[0-9a-f]{40}$|^[0-9a-f]{64}$/),
    baseRefName: z.string().min(1),
    state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  }),
);

export type AnsweredAccount = z.output<typeof account>;
export type AnsweredComment = z.output<typeof comment>;
export type AnsweredThread = z.output<typeof thread>;
export type AnsweredReview = z.output<typeof review>;
