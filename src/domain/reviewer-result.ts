import { cleanText, cutText } from './clean-text.ts';
import { MAX_SILENCE_LENGTH } from './limits.ts';
import type { Vote } from './review-panel.ts';
import type { ReviewerResult } from './verdict.ts';

/** Who sat where and how they voted, as the result and the trace tell it. */
export function toReviewerResult(vote: Vote): ReviewerResult {
  const { seat, capability, provider, model, kind, answeredBy } = vote;
  const because = kind === 'no-answer' ? { because: cutText(cleanText(vote.because), MAX_SILENCE_LENGTH) } : {};
  const other = answeredBy === undefined ? {} : { answered_by: cutText(cleanText(answeredBy), MAX_SILENCE_LENGTH) };
  return { seat, capability, provider, model, vote: kind, ...other, ...because };
}
