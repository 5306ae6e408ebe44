/** The checks that look at the work item, in the order in which their outcomes are read. */
export const LOOKING_CHECKS = [
  'tests',
  'lint',
  'security_scan',
  'pr_comments',
  'stale_diff',
  'adversarial_review',
] as const;
export type LookingCheck = (typeof LOOKING_CHECKS)[number];

/** All seven: the quality gate looks at the outcomes of the other six. */
export const CHECKS = [...LOOKING_CHECKS, 'quality_gate'] as const;
export type CheckName = (typeof CHECKS)[number];

/** Why a check was not asked to look. */
export type SkipReason = 'disabled' | 'no_pull_request' | 'no_reviewers' | 'earlier_exit';

/**
 * What a check ended in. Only `passed` and a `skipped` that was asked for can lead to an approval.
 * `score` lies in 0..1. `issues` are sentences for the developer, without the check's name in front.
 * `because` of an unjudged outcome is one sentence about what could not be seen, for the operator.
 */
export type Outcome =
  | { status: 'passed'; score: number; notes?: string[]; evidence?: EvidenceReference[] }
  | { status: 'failed'; score: number; issues: string[]; notes?: string[]; evidence?: EvidenceReference[] }
  | { status: 'skipped'; because: SkipReason }
  | { status: 'unjudged'; because: string; notes?: string[]; evidence?: EvidenceReference[] };

/** Something long (a log, a diff, a prompt) that stayed in the artifact store. */
export interface EvidenceReference {
  /** What it is, for a person: "test output", "prompt". */
  title: string;
  /** `sha256:<64 hex digits>`, the store's address. */
  digest: string;
  /** Length in bytes. */
  bytes: number;
}

export type Outcomes = Record<LookingCheck, Outcome>;
