import type { PullRequestReview } from './evidence.ts';

/** Comments and drafts say nothing about a decision: neither gives one nor takes one back. */
const DECIDES = { APPROVED: true, CHANGES_REQUESTED: true, DISMISSED: true, COMMENTED: false, PENDING: false } as const;

/**
 * What each person last decided: one review a person. A later comment does not take back a request for changes; a dismissal does.
 * Deleted accounts share one name, so each of their reviews stands for a person of its own.
 */
export function foldReviews(reviews: readonly PullRequestReview[]): PullRequestReview[] {
  const standing = new Map<string, PullRequestReview>();
  const decided = reviews
    .map((review, index) => ({ review, person: personOf(review, index) }))
    .filter(({ review }) => DECIDES[review.state]);
  for (const { review, person } of decided.sort((a, b) => compareReviews(a.review, b.review)))
    standing.set(person, review);
  return [...standing.values()];
}

function personOf({ author }: PullRequestReview, index: number): string {
  return author.kind === null ? `deleted account ${index}` : author.login.trim().toLowerCase();
}

/** Where times do not tell, a request for changes counts as the later one. */
function compareReviews(a: PullRequestReview, b: PullRequestReview): number {
  const [first, second] = [timeOf(a), timeOf(b)];
  if (first !== second) return first < second ? -1 : 1;
  return Number(a.state === 'CHANGES_REQUESTED') - Number(b.state === 'CHANGES_REQUESTED');
}

function timeOf({ submittedAt, state }: PullRequestReview): number {
  const time = Date.parse(submittedAt ?? '');
  if (!Number.isNaN(time)) return time;
  return state === 'CHANGES_REQUESTED' ? Infinity : -Infinity;
}
