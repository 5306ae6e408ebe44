import { boundIssues } from './bound-issues.ts';
import type { EvidenceReference, Outcome } from './check.ts';
import { MAX_NOTES } from './limits.ts';
import type { Vote } from './review-panel.ts';

/**
 * Unanimity: one dissent fails, and is heard even where another seat did not answer. A seat without an answer is never an approval.
 * Whether every seat of the panel is among the votes is the verdict's question: it knows the plan.
 */
export function judgeReview(votes: readonly Vote[]): Outcome {
  const evidence = votes.flatMap((vote): EvidenceReference[] => vote.evidence ?? []);
  const notes = boundIssues(votes.flatMap(remarksOf), MAX_NOTES);
  const issues = votes.flatMap(dissentOf);
  if (issues.length > 0) return { status: 'failed', score: 0, issues: boundIssues(issues), notes, evidence };
  const because = silenceOf(votes);
  if (because !== null) return { status: 'unjudged', because, notes, evidence };
  return { status: 'passed', score: 1, notes, evidence };
}

function dissentOf(vote: Vote): string[] {
  if (vote.kind !== 'reject') return [];
  const issues = vote.issues.filter((issue) => issue.trim() !== '');
  return issues.length > 0 ? issues : [`${nameOf(vote)} rejected the change without saying why`];
}

function silenceOf(votes: readonly Vote[]): string | null {
  if (votes.length === 0) return 'no reviewer voted';
  const silent = votes.filter((vote) => vote.kind !== 'approve');
  if (silent.length === 0) return null;
  return silent
    .map((vote) => `${nameOf(vote)} gave no answer${vote.kind === 'no-answer' ? `: ${vote.because}` : ''}`)
    .join('; ');
}

function remarksOf(vote: Vote): string[] {
  if (vote.kind === 'approve') return (vote.notes ?? []).map((note) => `${nameOf(vote)}: ${note}`);
  return vote.kind === 'no-answer' ? [`${nameOf(vote)} gave no answer: ${vote.because}`] : [];
}

function nameOf({ seat, provider, model }: Vote): string {
  return `reviewer ${seat} (${provider} ${model})`;
}
