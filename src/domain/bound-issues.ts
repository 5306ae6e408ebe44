import { cleanText, cutText } from './clean-text.ts';
import { MAX_ISSUES, MAX_ISSUE_LENGTH } from './limits.ts';

const REST = /^and (\d{1,9}) more$/;

/**
 * A list of sentences that is small enough to travel: at most `limit` lines, each at most 2,000 characters; the last
 * line counts those that were left out. Bounding a bounded list again keeps the count true.
 */
export function boundIssues(issues: readonly string[], limit: number = MAX_ISSUES): string[] {
  const lines = issues.map((issue) => cutText(cleanText(issue), MAX_ISSUE_LENGTH)).filter((issue) => issue !== '');
  if (lines.length <= limit) return lines;
  const kept = lines.slice(0, Math.max(0, limit - 1));
  const left = lines.slice(kept.length).reduce((sum, line) => sum + countOf(line), 0);
  return [...kept, `and ${left} more`];
}

function countOf(line: string): number {
  return Number(REST.exec(line)?.[1] ?? 1);
}
