import type { LookingCheck, SkipReason } from './check.ts';
import type { ReviewerSeat } from './review-panel.ts';
import type { ModelName } from './work-item.ts';

/** Whether a check is asked to look, and if not, why. */
export type Asked = { asked: true } | { asked: false; because: Exclude<SkipReason, 'earlier_exit'> };

/** The four dimensions of the quality gate; weights sum to 1. */
export interface Weights {
  completeness: number;
  correctness: number;
  quality: number;
  security: number;
}

/**
 * What admission decided from the work item and a snapshot of the settings. It is recorded in the history, and
 * everything that follows is decided by it: a changed setting never changes a run that has begun.
 */
export interface ValidationPlan {
  /** `config.validation.enabled`; false approves at once. */
  enabled: boolean;
  attempt: number;
  checks: Record<LookingCheck, Asked>;
  /** True where a missing pull request number is a rejection (`fleet.validation.require_pull_request`). */
  pullRequestMissing: boolean;
  gate: { threshold: number; weights: Weights };
  panel: PanelPlan;
  /** Models that wrote the change: an answer by one of them is no answer. Empty under `allow_upstream_models`. */
  excludedModels: ModelName[];
  /** In milliseconds. */
  limits: { runMs: number; installMs: number; testsMs: number; lintMs: number; scanMs: number; reviewerMs: number };
  allowNoTests: boolean;
  sandbox: SandboxMode;
  /** Search attributes that the namespace knows: only these are written, an unknown one stalls a run for ever. */
  searchAttributes: string[];
  /** Things that a reader of the verdict must be told: a waiver, a switched-off check, a missing sandbox. */
  notes: string[];
  /** The host name of the worker, for the trace. */
  node: string;
}

/** What admission records: all that the rest of the run is decided by. */
export interface Admission {
  plan: ValidationPlan;
  source: CheckoutSource;
}

/** `preferred` uses bubblewrap where it works and says so where not; `required` makes a missing one unjudged. */
export type SandboxMode = 'preferred' | 'required';

/** Who reviews, or why no panel of that size can be seated. */
export type PanelPlan = { kind: 'seated'; seats: ReviewerSeat[] } | { kind: 'not-seated'; because: string };

/** Where a repository is fetched from and what is to be judged. Holds no credential. */
export interface CheckoutSource {
  cloneUrl: string;
  /** Branch on the remote that holds the change; `null` only when the pull request or commit says it all. */
  branch: string | null;
  prNumber: number | null;
  defaultBranch: string;
  /** The pushed commit, where the work item says it. */
  headSha: string | null;
}

/** What is judged, once resolved: travels in the history, never a path on a disk. */
export interface Change {
  source: CheckoutSource;
  /** The pushed commit, 40 hex digits. */
  headSha: string;
  /** The merge base with the default branch, 40 hex digits. */
  baseSha: string;
  /** How many files the change touches in all. */
  fileCount: number;
  /** The first of them, for people; an activity asks its own checkout for the whole list. */
  files: ChangedFile[];
}

/** One entry of the diff between merge base and pushed commit. Paths are exact, repo-relative, with `/`. */
export interface ChangedFile {
  path: string;
  /** The old path, for a rename or copy. */
  from?: string;
  change: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed';
  /** Git modes in octal: `100644`, `100755`, `120000` a symlink, `160000` a submodule, `000000` not there. */
  oldMode: string;
  newMode: string;
}
