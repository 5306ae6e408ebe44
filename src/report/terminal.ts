import Table from 'cli-table3';
import type { CheckResult, ReviewResult, ValidationResult } from '../domain/verdict.ts';
import { verdictWord } from '../domain/verdict.ts';
import { countIssues } from './check-lines.ts';
import { NO_COLORS, type Colors } from './colors.ts';
import { printable, printableLine } from './printable.ts';

/** What the text is for. */
export interface Page {
  colors: Colors;
  /** Characters in a line. */
  columns: number;
}

const PAINTS = { passed: 'green', failed: 'red', skipped: 'dim', unjudged: 'yellow' } as const;
const VERDICT_PAINTS = { approved: 'green', rejected: 'red', 'not judged': 'yellow' } as const;

/** The verdict for a person at a terminal: the table of checks, the scores, the feedback, the notes. Ends without a newline. */
export function renderVerdict(
  { pipeline }: Pick<ValidationResult, 'pipeline'>,
  { colors, columns }: Page = { colors: NO_COLORS, columns: 100 },
): string {
  const review = pipeline.review_result;
  return [
    headline(review, colors),
    table(review, { colors, columns }),
    scores(review, colors),
    ...feedback(review),
    ...notes(review, colors),
  ].join('\n');
}

function headline(review: ReviewResult, colors: Colors): string {
  const word = verdictWord(review);
  return colors.bold(colors[VERDICT_PAINTS[word]](word.toUpperCase()));
}

function table({ checks }: ReviewResult, { colors, columns }: Page): string {
  const grid = new Table({
    head: ['check', 'outcome', 'score', 'time', ''],
    style: { head: [], border: [], compact: true },
    colWidths: [20, 10, 8, 9, Math.min(60, Math.max(20, columns - 54))],
    wordWrap: true,
  });
  for (const check of checks) grid.push(row(check, colors));
  return grid.toString();
}

function row({ check, status, score, duration_ms, because, issues }: CheckResult, colors: Colors): string[] {
  const detail = because ?? (issues.length === 0 ? '' : countIssues(issues.length));
  const time = duration_ms === 0 ? '' : `${(duration_ms / 1000).toFixed(1)} s`;
  const paint = colors[PAINTS[status]];
  return [check, paint(status), status === 'skipped' ? '' : String(score), time, printableLine(detail)];
}

function scores({ score, gate }: ReviewResult, colors: Colors): string {
  const { aggregate, ...dimensions } = score;
  const parts = Object.entries(dimensions).map(([name, value]) => `${name} ${value}`);
  return `score ${colors.bold(String(aggregate))} of ${gate.threshold} needed  (${parts.join(', ')})`;
}

function feedback({ issues }: ReviewResult): string[] {
  if (issues.length === 0) return [];
  return ['', 'feedback for the developer:', ...issues.map((issue) => `  - ${printable(issue)}`)];
}

function notes({ notes: said }: ReviewResult, colors: Colors): string[] {
  if (said.length === 0) return [];
  return ['', ...said.map((note) => colors.yellow(`note: ${printable(note)}`))];
}
