import Table from 'cli-table3';
import pc from 'picocolors';
import type { CheckResult, ReviewResult, ValidationResult } from '../domain/verdict.ts';
import { verdictWord } from '../domain/verdict.ts';

const MARKS: Record<CheckResult['status'], (text: string) => string> = {
  passed: pc.green,
  failed: pc.red,
  skipped: pc.dim,
  unjudged: pc.yellow,
};

/** Characters of one issue that a terminal shows; the JSON result has the whole of it. */
const SHOWN_LENGTH = 400;

/** The verdict for a person at a terminal: the table of checks, the scores, the feedback, the notes. Ends without a newline. */
export function renderVerdict({ pipeline }: Pick<ValidationResult, 'pipeline'>): string {
  const review = pipeline.review_result;
  return [headline(review), table(review), scores(review), ...feedback(review), ...notes(review)].join('\n');
}

function headline(review: ReviewResult): string {
  const word = verdictWord(review);
  const paint = { approved: pc.green, rejected: pc.red, 'not judged': pc.yellow }[word];
  return pc.bold(paint(word.toUpperCase()));
}

function table({ checks }: ReviewResult): string {
  const grid = new Table({
    head: ['check', 'outcome', 'score', 'time', ''],
    style: { head: [], border: [] },
    colWidths: [20, 10, 8, 9, null],
    wordWrap: true,
  });
  for (const check of checks) grid.push(row(check));
  return grid.toString();
}

function row({ check, status, score, duration_ms, because, issues }: CheckResult): string[] {
  const detail = because ?? (issues.length === 0 ? '' : `${issues.length} issue${issues.length === 1 ? '' : 's'}`);
  const time = duration_ms === 0 ? '' : `${(duration_ms / 1000).toFixed(1)} s`;
  return [
    check,
    MARKS[status](status),
    status === 'skipped' ? '' : String(score),
    time,
    printable(detail).slice(0, 60),
  ];
}

function scores({ score }: ReviewResult): string {
  const { aggregate, ...dimensions } = score;
  const parts = Object.entries(dimensions).map(([name, value]) => `${name} ${value}`);
  return `score ${pc.bold(String(aggregate))}  (${parts.join(', ')})`;
}

function feedback({ issues }: ReviewResult): string[] {
  if (issues.length === 0) return [];
  return ['', 'feedback for the developer:', ...issues.map((issue) => `  - ${printable(issue)}`)];
}

function notes({ notes: said }: ReviewResult): string[] {
  if (said.length === 0) return [];
  return ['', ...said.map((note) => pc.yellow(`note: ${printable(note)}`))];
}

/** Tools and models wrote this text: no control character of theirs reaches the terminal. */
function printable(text: string): string {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)} …` : text;
  // eslint-disable-next-line no-control-regex -- control characters are what must not pass
  return shown.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '').replace(/\s*\n\s*/g, '\n    ');
}
