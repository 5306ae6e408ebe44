import { CHECKS, type CheckName, type Outcome, type Outcomes } from './check.ts';
import { boundNotes, toCheckResult } from './check-result.ts';
import { CHECK_WORDS } from './check-words.ts';
import { collectIssues, type CollectedIssue } from './collect-issues.ts';
import { confirmOutcomes, type Recorded } from './confirm-outcomes.ts';
import { mergeFeedback } from './merge-feedback.ts';
import type { Change, ValidationPlan } from './plan.ts';
import { toReviewerResult } from './reviewer-result.ts';
import type { ReviewResult, Score } from './verdict.ts';
import { weighOutcomes, type Weighing } from './weigh-outcomes.ts';

/** Everything that a run recorded. */
export interface VerdictEvidence extends Recorded {
  /** In milliseconds; a check without one counts 0. */
  durationsMs: Partial<Record<CheckName, number>>;
  /** `null` where the change could not be resolved. */
  change: Change | null;
  /** Why nothing more was looked at: the run's deadline, or infrastructure that is not a check's. */
  stopped?: string;
}

/** A rejection always says something, even where an early exit has no cause. */
const UNEXPLAINED = 'not judged: the run ended early and nothing says why';

/**
 * The verdict, from recorded values alone: the same history gives the same verdict on every replay. Approved only where each check
 * holds, the quality gate passed, the head was still the judged commit at the end, and nothing stopped the run.
 */
export function decideVerdict(input: VerdictEvidence): ReviewResult {
  const { plan, stopped, change } = input;
  const { outcomes, weighing } = weighRecorded(input);
  const all = { ...outcomes, quality_gate: weighing.gate };
  const collected = weighing.verdict === 'approved' ? [] : collectIssues(all, stopped);
  const issues =
    collected.length > 0 || weighing.verdict === 'approved' ? collected.map(({ issue }) => issue) : [UNEXPLAINED];
  return {
    verdict: weighing.verdict,
    score: toFinite(weighing.score),
    issues,
    merged_feedback: mergeFeedback(issues),
    judged: weighing.judged,
    checks: CHECKS.map((check) =>
      toCheckResult(check, all[check], foundBy(check, collected), input.durationsMs[check]),
    ),
    head_sha: change?.headSha ?? null,
    base_sha: change?.baseSha ?? null,
    reviewers: input.votes.map(toReviewerResult),
    gate: plan.gate,
    notes: boundNotes([...plan.notes, ...CHECKS.flatMap((check) => notesOf(check, all[check]))]),
  };
}

/**
 * The answer to `config.validation.enabled: false` (contract 9.3): approved at once, all dimensions 1.0, each check recorded as
 * switched off, and a note that says that nobody looked. A plan that wants validation gets a rejection, never this approval.
 */
export function approveWithoutChecks(plan: ValidationPlan): ReviewResult {
  const off = !plan.enabled;
  const issues = off ? [] : ['not judged: validation is switched on, yet no check was asked to look'];
  const share = off ? 1 : 0;
  return {
    verdict: off ? 'approved' : 'rejected',
    score: { completeness: share, correctness: share, quality: share, security: share, aggregate: share },
    issues,
    merged_feedback: issues,
    judged: off,
    checks: CHECKS.map((check) =>
      toCheckResult(check, { status: 'skipped', because: off ? 'disabled' : 'earlier_exit' }, [], 0),
    ),
    head_sha: null,
    base_sha: null,
    reviewers: [],
    gate: plan.gate,
    notes: boundNotes([...(off ? ['validation is switched off: no check looked at this change'] : []), ...plan.notes]),
  };
}

/** An approval needs the head to have been read at the verdict; a rejection stands without it. */
function weighRecorded(input: VerdictEvidence): { outcomes: Outcomes; weighing: Weighing } {
  const { plan, atVerdict, stopped } = input;
  const outcomes = confirmOutcomes(input);
  const weighing = weighOutcomes(outcomes, plan.gate, stopped);
  if (weighing.verdict === 'rejected' || atVerdict?.status === 'passed' || !plan.checks.stale_diff.asked)
    return { outcomes, weighing };
  const unread: Outcomes = {
    ...outcomes,
    stale_diff: { status: 'unjudged', because: 'the head was not read again at the verdict' },
  };
  return { outcomes: unread, weighing: weighOutcomes(unread, plan.gate, stopped) };
}

function foundBy(check: CheckName, collected: readonly CollectedIssue[]): string[] {
  return collected.filter((issue) => issue.check === check && issue.kind === 'found').map(({ text }) => text);
}

function notesOf(check: CheckName, outcome: Outcome): string[] {
  return outcome.status === 'skipped' ? [] : (outcome.notes ?? []).map((note) => `${CHECK_WORDS[check]}: ${note}`);
}

/** JSON has no NaN: a score that could not be computed is written as 0, after it was judged. */
function toFinite(score: Score): Score {
  return { ...score, aggregate: Number.isFinite(score.aggregate) ? score.aggregate : 0 };
}
