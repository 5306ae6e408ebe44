import { cutText } from '../domain/clean-text.ts';
import type { CheckProgress, ValidationProgress } from '../domain/validation-progress.ts';
import { verdictWord } from '../domain/verdict.ts';

/** Lines of feedback that the details page shows; the whole of it is in the result. */
const SHOWN_ISSUES = 10;
const SHOWN_LENGTH = 300;

/** The details page of a run in the Temporal UI, as Markdown. */
export function describeProgress(progress: ValidationProgress): string {
  return [
    `**${headline(progress)}**`,
    cell(progress.title ?? ''),
    '| check | state | |\n| --- | --- | --- |\n' + progress.checks.map(row).join('\n'),
    ...verdictLines(progress),
  ].join('\n\n');
}

function headline({ state, review }: ValidationProgress): string {
  if (review !== null) return `${verdictWord(review)}, score ${review.score.aggregate}`;
  return state === 'admitting' ? 'admitting the work item' : 'checking';
}

function row({ check, state, because, issues }: CheckProgress): string {
  const detail = because ?? (issues === undefined ? '' : `${issues} issue${issues === 1 ? '' : 's'}`);
  return `| ${check} | ${state} | ${cell(detail)} |`;
}

function verdictLines({ review }: ValidationProgress): string[] {
  if (review === null) return [];
  const shown = review.issues.slice(0, SHOWN_ISSUES).map((issue) => `- ${cell(issue)}`);
  const rest = review.issues.length - shown.length;
  const lines = rest > 0 ? [...shown, `- and ${rest} more`] : shown;
  return [...(lines.length > 0 ? [lines.join('\n')] : []), ...review.notes.map((note) => `> ${cell(note)}`)];
}

/** Text from a work item or a tool is data: it must not break the table or smuggle in a link. */
function cell(text: string): string {
  return cutText(text.replace(/\s+/g, ' '), SHOWN_LENGTH).replace(/[\\|`*_<>[\]#]/g, '\\$&');
}
