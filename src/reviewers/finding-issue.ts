import type { ReviewerFinding } from './reply-schema.ts';
import type { DiffFile } from './unified-diff.ts';
import { oneLine } from './visible-text.ts';

/**
 * One sentence for the developer: `[high] lib/split.rb: Negative totals round the wrong way (line 12)`. The line is looked up by the
 * quoted code, for models miscount; the code itself is left out, as it could be a secret.
 */
export function findingIssue(finding: ReviewerFinding, files: readonly DiffFile[]): string {
  const file = fileOf(finding.file, files);
  const place = file === undefined ? ' (not a file of this change)' : lineOf(finding.code, file);
  return `[${finding.severity}] ${oneLine(file?.path ?? finding.file, 300)}: ${oneLine(finding.claim, 1_000)}${place}`;
}

function fileOf(name: string, files: readonly DiffFile[]): DiffFile | undefined {
  const named = (path: string): DiffFile | undefined => files.find((file) => file.path === path || file.from === path);
  return named(name) ?? named(name.replace(/^(?:[ab]|\.)\//, ''));
}

/** Only where exactly one line of a side is meant; added and kept lines before removed ones. */
function lineOf(code: string, file: DiffFile): string {
  for (const side of ['new', 'old'] as const) {
    const wanted = [code.trim(), code.replace(/^[+-]/, '').trim()];
    const matches = file.lines.filter((line) => line.side === side && wanted.includes(line.text.trim()));
    const [match] = matches;
    if (match !== undefined && matches.length === 1 && match.text.trim() !== '') {
      return ` (${side === 'old' ? 'removed ' : ''}line ${match.number})`;
    }
  }
  return '';
}
