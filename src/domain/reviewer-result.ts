import { boundBecause } from './check-result.ts';
import type { Vote } from './review-panel.ts';
import type { ReviewerResult } from './verdict.ts';

/** Who sat where and how they voted, as the result and the trace tell it. */
export function toReviewerResult(vote: Vote): ReviewerResult {
  const { seat, capability, provider, model, kind } = vote;
  const because = kind === 'no-answer' ? { because: boundBecause(vote.because) } : {};
  return { seat, capability, provider, model, vote: kind, ...because };
}
