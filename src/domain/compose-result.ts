import { appendFeedback } from './feedback.ts';
import type { ValidationPlan } from './plan.ts';
import type { Vote } from './review-panel.ts';
import { appendTrace, describeValidation, type RunTimes } from './trace.ts';
import type { JudgedPipeline, ReviewResult, ValidationResult } from './verdict.ts';
import type { WorkItem } from './work-item.ts';

/** What a result is put together from; times in UTC, ISO 8601. */
export interface ResultInput extends RunTimes {
  workItem: WorkItem;
  review: ReviewResult;
  votes: readonly Vote[];
  plan: ValidationPlan;
}

/**
 * The work item with the verdict in it, and mirrors of its `config` and `pipeline` beside it, where the fleet's routing conditions
 * look (contract 2.4). Stage `validated` for both verdicts; `attempt` and every field that is not ours are carried through untouched.
 */
export function composeResult(input: ResultInput): ValidationResult {
  const { workItem, review, plan } = input;
  const pipeline: JudgedPipeline = {
    ...workItem.pipeline,
    stage: 'validated',
    trace: appendTrace(workItem.pipeline.trace, describeValidation(plan, input.votes, input)),
    feedback_history: appendFeedback(workItem.pipeline.feedback_history, review, plan.attempt),
    review_result: review,
    head_sha: review.head_sha ?? workItem.pipeline.head_sha ?? null,
  };
  return { success: true, work_item: { ...workItem, pipeline }, config: workItem.config ?? {}, pipeline };
}
