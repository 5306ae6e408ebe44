/** Page sizes keep one answer small; GitHub allows 100 at most. */
const THREADS = 50;
const COMMENTS = 50;
const REVIEWS = 100;

const COMMENT_PAGE = `
  totalCount
  pageInfo { hasNextPage endCursor }
  nodes { id url body author { __typename login } }`;

/** One page of review threads, each with the first page of its comments, and who is asking. */
export const REVIEW_THREADS_QUERY = `
query ReviewThreads($owner: String!, $name: String!, $number: Int!, $after: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: ${THREADS}, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { id isResolved isOutdated path line comments(first: ${COMMENTS}) {${COMMENT_PAGE}} }
      }
    }
  }
}`;

/** A further page of one thread's comments. */
export const THREAD_COMMENTS_QUERY = `
query ThreadComments($thread: ID!, $after: String) {
  node(id: $thread) {
    ... on PullRequestReviewThread { comments(first: 100, after: $after) {${COMMENT_PAGE}} }
  }
}`;

/** One page of reviews, oldest first as GitHub gives them. */
export const REVIEWS_QUERY = `
query Reviews($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviews(first: ${REVIEWS}, after: $after) {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { id url body state submittedAt author { __typename login } }
      }
    }
  }
}`;

/** The head as the forge has it now, and the branch that it is to be merged into. */
export const HEAD_QUERY = `
query PullRequestHead($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) { headRefOid baseRefName state }
  }
}`;
