import type { Outcome } from '../domain/check.ts';
import { judgeReview } from '../domain/judge-review.ts';
import type { Change } from '../domain/plan.ts';
import type { ReviewerSeat, Vote } from '../domain/review-panel.ts';
import { whyItFailed } from './infrastructure-failure.ts';
import type { Run } from './run.ts';

/** All seats at once. A seat cannot reject the promise, so none is abandoned and the order is that of the seats. */
export async function askPanel(run: Run, change: Change): Promise<Outcome> {
  const { panel } = run.plan;
  if (panel.kind === 'not-seated') return { status: 'unjudged', because: panel.because };
  run.votes = await Promise.all(panel.seats.map((seat) => askSeat(run, change, seat)));
  return judgeReview(run.votes);
}

/** Error, time-out, cancellation: whatever is not a readable answer is a vote that gives none. */
async function askSeat(run: Run, change: Change, seat: ReviewerSeat): Promise<Vote> {
  try {
    return await run.activities.askReviewer(seat, {
      seat,
      change,
      title: run.workItem.title ?? '',
      description: run.workItem.description ?? '',
      timeoutMs: run.plan.limits.reviewerMs,
      excluded: run.plan.excludedModels,
    });
  } catch (error) {
    return { ...seat, kind: 'no-answer', because: whyItFailed(error) };
  }
}
