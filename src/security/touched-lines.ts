import { diffArrays } from 'diff';

/** Beyond this many edits the comparison stops and every line counts as touched: strict, and bounded. */
const MOST_EDITS = 20_000;
const LONGEST_MS = 2_000;

/** What a change touched on the new side of a file. */
export interface TouchedLines {
  /** Whether any line from `first` to `last` (1-based, both in) is new, or something was taken out from between them. */
  touches: (first: number, last: number) => boolean;
}

const ALL: TouchedLines = { touches: () => true };

function splitLines(text: string): string[] {
  return text.split(/\r?\n/u);
}

/**
 * Compares both sides line by line; a changed line end alone touches nothing. A file that was not there before is
 * touched everywhere. A removal touches the seam it leaves, so that taking `Loader=SafeLoader` out of a call of three lines counts.
 */
export function touchedLines(before: string | null, after: string): TouchedLines {
  if (before === null) return ALL;
  const parts = diffArrays(splitLines(before), splitLines(after), { maxEditLength: MOST_EDITS, timeout: LONGEST_MS });
  if (!Array.isArray(parts)) return ALL;
  const added = new Set<number>();
  const seams = new Set<number>();
  let line = 1;
  for (const part of parts) {
    if (part.removed) {
      seams.add(line - 1);
      continue;
    }
    if (part.added) for (let at = line; at < line + part.count; at += 1) added.add(at);
    line += part.count;
  }
  return { touches: (first, last) => someIn(added, first, last) || someIn(seams, first, last - 1) };
}

function someIn(numbers: ReadonlySet<number>, first: number, last: number): boolean {
  if (last - first > numbers.size) return [...numbers].some((number) => number >= first && number <= last);
  for (let number = first; number <= last; number += 1) if (numbers.has(number)) return true;
  return false;
}
