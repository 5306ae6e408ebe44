import type { Change } from '../domain/plan.ts';
import type { ReviewerSeat } from '../domain/review-panel.ts';
import type { ModelName } from '../domain/work-item.ts';

/** What one seat of the panel is asked: all of it is recorded in the history, and none of it is long. */
export interface ReviewRequest {
  seat: ReviewerSeat;
  change: Change;
  title: string;
  description: string;
  /** For the model's answer alone; reading the diff is not counted. */
  timeoutMs: number;
  /** Models that may not answer, since they wrote the change. */
  excluded: ModelName[];
}
