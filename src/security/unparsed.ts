import type { FileView } from './file-view.ts';
import { nodesOfKind } from './tree-nodes.ts';

/** A short slip of the grammar hides nothing; a stretch of this many characters can hold a call. */
const SHORTEST = 12;

/** Stretches on touched lines that the grammar could not read, told as a note: rules over the tree saw nothing in them. */
export function unparsedStretches(
  view: FileView,
): { rule: string; why: string; level: 'note'; side: 'new'; start: number; end: number }[] {
  const side = view.after;
  if (side === null) return [];
  const errors = nodesOfKind(side.tree(), 'ERROR').map((node) => ({
    start: node.range().start.index,
    end: node.range().end.index,
  }));
  const first = errors.find(
    ({ start, end }) =>
      end - start >= SHORTEST && view.touched.touches(side.lines.lineAt(start), side.lines.lineAt(end)),
  );
  return first === undefined
    ? []
    : [
        {
          rule: 'scan/not-parsed',
          why: 'A part of the file could not be parsed: no rule looked at it.',
          level: 'note',
          side: 'new',
          ...first,
        },
      ];
}
