import type { FileView } from '../file-view.ts';
import type { Hit } from '../scan-rule.ts';

/** Hits on lines of the new side that match; offsets cover the match. */
export function linesMatching(
  view: FileView,
  pattern: RegExp,
  levelOf: (line: string, number: number) => Hit['level'] | null = () => undefined,
): Hit[] {
  const side = view.after;
  if (side === null) return [];
  const hits: Hit[] = [];
  let offset = 0;
  for (const [index, line] of side.text.split('\n').entries()) {
    const match = pattern.exec(line);
    const level = match === null ? null : levelOf(line, index + 1);
    if (match !== null && level !== null)
      hits.push({
        side: 'new',
        start: offset + match.index,
        end: offset + match.index + match[0].length,
        ...(level && { level }),
      });
    offset += line.length + 1;
  }
  return hits;
}

/** For rules about one kind of file. */
export function when(path: RegExp, look: (view: FileView) => Hit[]): (view: FileView) => Hit[] {
  return (view) => (path.test(view.path) ? look(view) : []);
}

export function changed(
  path: string,
  before: string | null,
  after: string | null,
): { path: string; before: string | null; after: string | null } {
  return { path, before, after };
}
