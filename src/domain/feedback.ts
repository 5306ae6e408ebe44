import type { ReviewResult } from './verdict.ts';
import type { FeedbackRound } from './work-item.ts';

/**
 * The feedback history with this round at its end; earlier rounds are kept as they came, whatever their shape. `attempt` is the one that
 * was judged. Only a rejection adds a round; `judged: false` in it tells that the change was not found wanting.
 */
export function appendFeedback(
  history: readonly FeedbackRound[] | null | undefined,
  review: ReviewResult,
  attempt: number,
): FeedbackRound[] {
  const earlier = Array.isArray(history) ? (history as readonly FeedbackRound[]) : [];
  if (review.verdict === 'approved') return [...earlier];
  const round = { verdict: review.verdict, issues: [...review.issues], round: attempt };
  return [...earlier, review.judged ? round : { ...round, judged: false }];
}
