import { condition, defineSignal, executeChild, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import {
  FEEDBACK_SIGNAL,
  VALIDATION_WORKFLOW,
  validationWorkflowId,
  type ValidationRequest,
  type ValidationResult,
  type WorkItem,
} from 'lex-validator/workflow-types';

/** What the developer agent does between two validations: here it pushes a commit, in a fleet a model writes it. */
export interface DeveloperActivities {
  /** Implements the work item with the feedback so far, pushes, and returns the commit. */
  implement: (input: { branch: string; attempt: number; feedback: string[] }) => Promise<string>;
}

export interface DeveloperInput {
  workItem: WorkItem;
  /** The task queue that the validator's workers poll. */
  validatorQueue: string;
}

const { implement } = proxyActivities<DeveloperActivities>({ startToCloseTimeout: '10 minutes' });

const feedbackSignal = defineSignal<[ValidationResult]>(FEEDBACK_SIGNAL);

/**
 * A developer workflow to start from: implement, validate as a child, take the feedback, try again.
 * A rejection that was not judged is somebody's outage: the same attempt is validated again, and no attempt is burnt.
 */
export async function DeveloperWorkflow({ workItem, validatorQueue }: DeveloperInput): Promise<ValidationResult> {
  const limit = workItem.config?.implementation?.max_iterations ?? 5;
  const rounds: ValidationResult[] = [];
  setHandler(feedbackSignal, (result) => void rounds.push(result));

  let item = await implemented(workItem, []);
  for (;;) {
    const result = await validate(item, validatorQueue);
    const review = result.pipeline.review_result;
    if (review.verdict === 'approved') return result;
    if (!review.judged) {
      await sleep('1 minute');
      continue;
    }
    const attempt = item.pipeline.attempt ?? 0;
    if (attempt >= limit - 1) return result;
    await condition(() => rounds.some(({ pipeline }) => pipeline.attempt === attempt), '1 minute');
    item = await implemented(
      { ...result.work_item, pipeline: { ...result.pipeline, attempt: attempt + 1 } },
      review.merged_feedback,
    );
  }
}

async function implemented(item: WorkItem, feedback: string[]): Promise<WorkItem> {
  const { attempt, branch_name: branch } = item.pipeline;
  const head_sha = await implement({ branch: branch ?? 'fleet/fix', attempt: attempt ?? 0, feedback });
  return { ...item, pipeline: { ...item.pipeline, stage: 'implemented', head_sha } };
}

function validate(item: WorkItem, taskQueue: string): Promise<ValidationResult> {
  return executeChild<(request: ValidationRequest) => Promise<ValidationResult>>(VALIDATION_WORKFLOW, {
    taskQueue,
    workflowId: validationWorkflowId(item),
    args: [{ work_item: item }],
    staticSummary: `${item.title ?? 'no title'} (${item.repo.owner}/${item.repo.name})`,
  });
}
