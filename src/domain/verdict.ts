import type { CheckName, EvidenceReference } from './check.ts';
import type { ValidationPlan } from './plan.ts';
import type { Capability } from './review-panel.ts';
import type { Pipeline, WorkItem, WorkItemConfig } from './work-item.ts';

/** Dimension scores and their weighted sum, each 0..1, rounded to four places. */
export interface Score {
  completeness: number;
  correctness: number;
  quality: number;
  security: number;
  aggregate: number;
}

/** One line of `review_result.checks`. */
export interface CheckResult {
  check: CheckName;
  status: 'passed' | 'failed' | 'skipped' | 'unjudged';
  score: number;
  /** Why it was skipped or unjudged. */
  because?: string;
  issues: string[];
  notes?: string[];
  evidence?: EvidenceReference[];
  duration_ms: number;
}

export interface ReviewerResult {
  seat: number;
  capability: Capability;
  provider: string;
  model: string;
  vote: 'approve' | 'reject' | 'no-answer';
  /** The name that the answer came under, where it is not the one that was asked. */
  answered_by?: string;
  because?: string;
}

/** The first four fields are the Ruby gem's, unchanged; ours follow (contract 9.13). */
export interface ReviewResult {
  verdict: 'approved' | 'rejected';
  score: Score;
  issues: string[];
  merged_feedback: string[];
  /** False when nothing was found wanting but something could not be looked at. */
  judged: boolean;
  checks: CheckResult[];
  head_sha: string | null;
  base_sha: string | null;
  reviewers: ReviewerResult[];
  /** The weights and the threshold that decided, so that the stored record explains itself. */
  gate: ValidationPlan['gate'];
  /** Waivers and circumstances that a reader must know. */
  notes: string[];
}

/** What the workflow returns and the developer workflow is signalled with (contract 9.12). */
export interface ValidationResult {
  success: boolean;
  work_item: WorkItem & { pipeline: JudgedPipeline };
  config: WorkItemConfig;
  pipeline: JudgedPipeline;
  /** Whether the developer workflow took the signal; absent when nobody was to be signalled. */
  notified?: boolean;
  /** Whether the broker took the message with the result; absent when no message brought the work item. */
  published?: boolean;
}

export type JudgedPipeline = Pipeline & { stage: 'validated'; review_result: ReviewResult; head_sha: string | null };

/** The one word for people. `not judged` is a rejection that found nothing wanting: it burns no attempt. */
export function verdictWord({
  verdict,
  judged,
}: Pick<ReviewResult, 'verdict' | 'judged'>): 'approved' | 'rejected' | 'not judged' {
  return judged ? verdict : 'not judged';
}
