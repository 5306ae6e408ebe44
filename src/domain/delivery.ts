import type { ReviewResult } from './verdict.ts';

/** What a message header, JSON and a Temporal history all keep as it is. */
export type HeaderValue = string | number | boolean;

/**
 * The message of the fleet that brought a work item, without its payload: what the message with the result must carry, where that goes,
 * and how often the item is tried. Recorded when the run starts, so that a changed setting never sends a result elsewhere.
 */
export interface Delivery {
  /** Carried through: `task_id`, `master_id`, `chain_id` and whatever else the fleet put there. */
  headers: Record<string, HeaderValue>;
  correlation_id?: string;
  /** 0..255. */
  priority?: number;
  /** Where the result goes: straight to the next stage, or to the fleet's task exchange. */
  results: 'direct' | 'fleet';
  /** Implementations that the developer may make, where the work item does not say it. */
  max_iterations: number;
  retry: RetryRule;
  /** How many tries ended without a judgement before this one. */
  tried?: number;
}

/** How a work item that could not be judged is tried again: `tries` in all. */
export interface RetryRule {
  tries: number;
  base_delay_seconds: number;
  max_delay_seconds: number;
}

/** The signal that hands a delivery to a run which is under way already, started by somebody else. */
export const DELIVER_SIGNAL = 'deliver';

/** The workflow that publishes a stored result once more. */
export const DELIVER_RESULT_WORKFLOW = 'DeliverResultWorkflow';

/** In milliseconds until the next try, doubled each time up to the longest; `null` where this verdict stands. */
export function delayOfNextTry({ retry, tried = 0 }: Delivery, review: Pick<ReviewResult, 'judged'>): number | null {
  if (review.judged || !(tried + 1 < retry.tries)) return null;
  return 1000 * Math.min(retry.base_delay_seconds * 2 ** tried, retry.max_delay_seconds);
}
