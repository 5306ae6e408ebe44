import { connection, forgeError } from './connection.ts';
import type { FakeAccount, FakeComment, FakePullRequest, FakeReview, FakeThread, ForgeState } from './forge-state.ts';

export interface RepositoryArguments {
  owner: string;
  name: string;
}

/** Called when a head is read, with the pull request as it is: may move it, for the next read. */
export type OnHeadRead = (pr: FakePullRequest) => void;

function actor(account: FakeAccount) {
  return account === null ? null : { __typename: account.kind, login: account.login };
}

function urlOf(pr: FakePullRequest, anchor: string): string {
  return `https://forge.example/${pr.owner}/${pr.name}/pull/${pr.number}#${anchor}`;
}

function commentNode(pr: FakePullRequest, comment: FakeComment, id: string) {
  return {
    __typename: 'PullRequestReviewComment',
    id,
    url: urlOf(pr, id),
    body: comment.body,
    author: actor(comment.by),
  };
}

function threadNode(pr: FakePullRequest, thread: FakeThread, id: string) {
  const comments = thread.comments.map((comment, index) => commentNode(pr, comment, `${id}_C${index}`));
  return {
    __typename: 'PullRequestReviewThread',
    id,
    isResolved: thread.resolved,
    isOutdated: thread.outdated,
    isCollapsed: thread.collapsed,
    path: thread.path,
    line: thread.line,
    comments: connection('comments', comments),
  };
}

function reviewNode(pr: FakePullRequest, review: FakeReview, id: string) {
  const { state, submittedAt, body } = review;
  return {
    __typename: 'PullRequestReview',
    id,
    url: urlOf(pr, id),
    body,
    state,
    submittedAt,
    author: actor(review.by),
  };
}

const threadId = (pr: FakePullRequest, index: number) => `PRRT_${pr.owner}_${pr.name}_${pr.number}_${index}`;

function pullRequestNode(pr: FakePullRequest, onHeadRead: OnHeadRead) {
  const threads = pr.threads.map((thread, index) => threadNode(pr, thread, threadId(pr, index)));
  const reviews = pr.reviews.map((review, index) => reviewNode(pr, review, `PRR_${pr.number}_${index}`));
  return {
    number: pr.number,
    state: pr.state,
    baseRefName: pr.into,
    headRefOid: () => {
      const { head } = pr;
      onHeadRead(pr);
      return head;
    },
    reviewThreads: connection('reviewThreads', threads),
    reviews: connection('reviews', reviews),
  };
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Resolvers over the state, for as much of GitHub's schema as a pull request's reader can ask. */
export function forgeRoot(state: ForgeState, onHeadRead: OnHeadRead) {
  return {
    viewer: { login: state.viewer },
    repository: ({ owner, name }: RepositoryArguments) => {
      const here = state.pullRequests.filter((pr) => sameWord(pr.owner, owner) && sameWord(pr.name, name));
      if (here.length === 0)
        throw forgeError('NOT_FOUND', `Could not resolve to a Repository with the name '${owner}/${name}'.`);
      return {
        pullRequest: ({ number }: { number: number }) => {
          const pr = here.find((one) => one.number === number);
          if (pr === undefined)
            throw forgeError('NOT_FOUND', `Could not resolve to a PullRequest with the number of ${number}.`);
          return pullRequestNode(pr, onHeadRead);
        },
      };
    },
    node: ({ id }: { id: string }) => {
      const nodes = state.pullRequests.flatMap((pr) =>
        pr.threads.map((thread, index) => threadNode(pr, thread, threadId(pr, index))),
      );
      const node = nodes.find((one) => one.id === id);
      if (node === undefined)
        throw forgeError('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`);
      return node;
    },
  };
}
