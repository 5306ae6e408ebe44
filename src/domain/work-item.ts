/**
 * The wire shape of a work item, as the fleet sends it (snake_case, contract section 1).
 * It is one representation from the door to the result; fields that are not ours are carried through untouched.
 */
export interface WorkItem {
  work_item_id: string;
  title?: string | null;
  description?: string | null;
  source_ref?: string | null;
  repo: Repository;
  config?: WorkItemConfig | null;
  pipeline: Pipeline;
  [field: string]: unknown;
}

export interface Repository {
  owner: string;
  name: string;
  default_branch?: string | null;
  /** The forge's spelling (`Ruby`) or `unknown`; compared without case. */
  language?: string | null;
  /** Ours: where to fetch from, when it is not the forge of the settings. */
  clone_url?: string | null;
  [field: string]: unknown;
}

export interface WorkItemConfig {
  estimated_difficulty?: number | null;
  implementation?: {
    /** k, the number of reviewers. 0 is ordinary. */
    validators?: number | null;
    max_iterations?: number | null;
    [field: string]: unknown;
  } | null;
  validation?: {
    enabled?: boolean | null;
    run_tests?: boolean | null;
    run_lint?: boolean | null;
    security_scan?: boolean | null;
    adversarial_review?: boolean | null;
    reviewer_models?: ModelName[] | null;
    [field: string]: unknown;
  } | null;
  [field: string]: unknown;
}

export interface ModelName {
  provider: string;
  model: string;
}

export interface Pipeline {
  stage: string;
  trace?: TraceEntry[] | null;
  /** Feedback rounds already taken, 0-based. The validator never changes it. */
  attempt?: number | null;
  feedback_history?: FeedbackRound[] | null;
  /** Repo-relative paths that the developer says it changed. Never trusted: the diff decides. */
  changes?: string[] | null;
  review_result?: unknown;
  pr_number?: number | null;
  branch_name?: string | null;
  /** Ours: the commit that the developer pushed. */
  head_sha?: string | null;
  [field: string]: unknown;
}

export interface TraceEntry {
  stage: string;
  node?: string | null;
  model?: string | null;
  provider?: string | null;
  started_at?: string | null;
  completed_at?: string | null;
  token_usage?: Record<string, unknown> | null;
  [field: string]: unknown;
}

/** One round of feedback. Earlier rounds may be bare strings or summaries; they are never rewritten. */
export type FeedbackRound = string | { verdict?: string; issues?: string[]; round?: number; [field: string]: unknown };
