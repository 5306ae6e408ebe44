import { boundIssues } from './bound-issues.ts';
import type { CheckName, Outcome } from './check.ts';
import { cleanText, cutText } from './clean-text.ts';
import { fitBytes } from './fit-bytes.ts';
import { MAX_BECAUSE_LENGTH, MAX_CHECK_NOTE_BYTES, MAX_EVIDENCE, MAX_NOTES, MAX_NOTE_BYTES } from './limits.ts';
import { isShare } from './quality-gate.ts';
import type { CheckResult } from './verdict.ts';

/** One line of `review_result.checks`. `issues` come from the verdict, so that both say the same; the duration is in milliseconds. */
export function toCheckResult(
  check: CheckName,
  outcome: Outcome,
  issues: string[],
  durationMs: number | undefined,
): CheckResult {
  return {
    check,
    status: outcome.status,
    score: scoreOf(outcome),
    ...(outcome.status === 'skipped' || outcome.status === 'unjudged'
      ? { because: cutText(cleanText(outcome.because), MAX_BECAUSE_LENGTH) }
      : {}),
    issues,
    ...extrasOf(outcome),
    duration_ms: Number.isFinite(durationMs) ? Math.max(0, Math.round(durationMs ?? 0)) : 0,
  };
}

/** Notes as they may stand in a result: few and short. */
export function boundNotes(notes: readonly string[], bytes: number = MAX_NOTE_BYTES): string[] {
  return fitBytes(boundIssues([...new Set(notes)], MAX_NOTES), bytes);
}

/** A check that was asked not to look counts 1, one that an early exit cut off or that could not look counts 0. */
function scoreOf(outcome: Outcome): number {
  if (outcome.status === 'skipped') return outcome.because === 'earlier_exit' ? 0 : 1;
  if (outcome.status === 'unjudged') return 0;
  return isShare(outcome.score) ? outcome.score : 0;
}

function extrasOf(outcome: Outcome): Pick<CheckResult, 'notes' | 'evidence'> {
  if (outcome.status === 'skipped') return {};
  const { notes = [], evidence = [] } = outcome;
  return {
    ...(notes.length > 0 ? { notes: boundNotes(notes, MAX_CHECK_NOTE_BYTES) } : {}),
    ...(evidence.length > 0 ? { evidence: evidence.slice(0, MAX_EVIDENCE) } : {}),
  };
}
