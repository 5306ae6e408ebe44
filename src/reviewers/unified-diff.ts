import { parsePatch, type StructuredPatch } from 'diff';

/** One line of a hunk that is there on the side named; `number` counts from 1 on that side. */
export interface DiffLine {
  side: 'new' | 'old';
  number: number;
  text: string;
}

export interface DiffFile {
  /** Exact, repo-relative; the new name of a rename. */
  path: string;
  /** The old name, where it differs. */
  from?: string;
  /** This file's part of the diff, as git wrote it. */
  text: string;
  /** Git says that the contents differ and does not show them. */
  binary: boolean;
  lines: DiffLine[];
}

export type DiffReading = { kind: 'read'; files: DiffFile[] } | { kind: 'unreadable'; because: string };

/**
 * Reads git's unified diff. Every `diff --git` line must come out as a file: one that is lost on the way
 * would be a part of the change that no reviewer saw.
 */
export function readUnifiedDiff(diff: string): DiffReading {
  if (!diff.startsWith('diff --git '))
    return { kind: 'unreadable', because: 'it does not begin as a diff of git does' };
  const sections = splitSections(diff);
  try {
    const patches = parsePatch(diff);
    if (patches.length !== sections.length) {
      return {
        kind: 'unreadable',
        because: `it has ${sections.length} files, of which ${patches.length} could be read`,
      };
    }
    const files = patches.map((patch, index) => toFile(patch, sections[index] ?? ''));
    const nameless = files.some(({ path }) => path === '');
    return nameless ? { kind: 'unreadable', because: 'one of its files has no name' } : { kind: 'read', files };
  } catch (error) {
    return {
      kind: 'unreadable',
      because: (error as { message?: string }).message?.split('\n')[0] ?? 'it is not a diff',
    };
  }
}

/** Lines of content begin with a space, plus or minus, so a line that begins with `diff --git` is always git's own. */
function splitSections(diff: string): string[] {
  const sections: string[][] = [];
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections.map((lines) => lines.join('\n'));
}

function toFile(patch: StructuredPatch, text: string): DiffFile {
  const from = withoutSide(patch.oldFileName);
  const to = withoutSide(patch.newFileName);
  const path = to ?? from ?? '';
  const binary = patch.isBinary === true || (patch.hunks.length === 0 && text.includes('\nGIT binary patch'));
  return { path, ...(from && from !== path ? { from } : {}), text, binary, lines: patch.hunks.flatMap(linesOf) };
}

function withoutSide(name: string | undefined): string | undefined {
  if (name === undefined || name === '/dev/null') return undefined;
  return name.replace(/^[ab]\//, '');
}

function linesOf(hunk: StructuredPatch['hunks'][number]): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldNumber = hunk.oldStart;
  let newNumber = hunk.newStart;
  for (const line of hunk.lines) {
    const text = line.slice(1);
    if (line.startsWith('-')) lines.push({ side: 'old', number: oldNumber++, text });
    else if (line.startsWith('\\')) continue;
    else {
      lines.push({ side: 'new', number: newNumber++, text });
      if (!line.startsWith('+')) oldNumber++;
    }
  }
  return lines;
}
