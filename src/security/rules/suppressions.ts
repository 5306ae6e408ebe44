import type { FileView, SideView } from '../file-view.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { nodesOfKind } from '../tree-nodes.ts';

const ONE =
  /rubocop:\s*(?:disable|todo)|eslint-disable|@ts-(?:ignore|expect-error)|\bnoqa\b|\btype:\s*ignore|\bnosec\b|\bnosemgrep\b|pylint:\s*disable|biome-ignore|(?:istanbul|c8|v8)\s+ignore|:nocov:|pragma:\s*no\s*cover|oxlint-disable|standard:\s*disable|brakeman:ignore/giu;
const WHOLE_FILE =
  /@ts-nocheck|^\/\*\s*eslint-disable\s*\*\/|(?:flake8|ruff):\s*noqa\s*$|pylint:\s*skip-file|rubocop:\s*disable\s+all|mypy:\s*ignore-errors/iu;

interface Directive {
  start: number;
  whole: boolean;
}

function directives(side: SideView | null): Directive[] {
  if (side === null) return [];
  return nodesOfKind(side.tree(), 'comment').flatMap((node): Directive[] => {
    const text = node.text();
    const start = node.range().start.index;
    if (WHOLE_FILE.test(text)) return [{ start, whole: true }];
    return [...text.matchAll(ONE)].map((match) => ({ start: start + match.index, whole: false }));
  });
}

/** Compared by count, so that a directive which moved is no new one. */
function added(view: FileView, whole: boolean): Hit[] {
  const now = directives(view.after).filter((directive) => directive.whole === whole);
  const more = now.length - directives(view.before).filter((directive) => directive.whole === whole).length;
  if (more <= 0) return [];
  const touched = now.filter(({ start }) => {
    const line = view.after?.lines.lineAt(start) ?? 1;
    return view.touched.touches(line, line);
  });
  return touched.slice(0, more).map(({ start }) => ({ side: 'new', start, end: start + 1 }));
}

const changed = (path: string, before: string | null, after: string) => ({ path, before, after });

/** Comments that tell a linter, a type checker or a coverage tool to look away. */
export const SUPPRESSION_RULES: readonly TextRule[] = [
  {
    id: 'suppression/one-line',
    level: 'note',
    why: 'The change tells a tool to look away. Mend what it found, or say why it is wrong.',
    wholeFile: true,
    look: (view) => added(view, false),
    flags: [
      changed('lib/a.rb', 'a = 1\n', 'a = 1 # rubocop:disable Style/Foo\n'),
      changed('a.ts', 'f();\n', '// @ts-ignore\nf();\n'),
      changed('a.py', 'f()\n', 'f()  # noqa: E501\n'),
    ],
    ignores: [
      changed('lib/a.rb', 'a = 1 # rubocop:disable Style/Foo\n', 'b = 1 # rubocop:disable Style/Foo\n'),
      changed('a.py', 'f()\n', 'f("# noqa")\n'),
    ],
  },
  {
    id: 'suppression/whole-file',
    level: 'blocking',
    why: 'The change hides a whole file from a tool that looked at it before. Mend what it found.',
    wholeFile: true,
    look: (view) => added(view, true).map((hit) => (view.before === null ? { ...hit, level: 'note' } : hit)),
    flags: [
      changed('a.ts', 'f();\n', '// @ts-nocheck\nf();\n'),
      changed('a.js', 'f();\n', '/* eslint-disable */\nf();\n'),
      changed('a.py', 'f()\n', '# flake8: noqa\nf()\n'),
      changed('a.rb', 'f\n', '# rubocop:disable all\nf\n'),
    ],
    ignores: [changed('a.ts', '// @ts-nocheck\nf();\n', '// @ts-nocheck\ng();\n')],
  },
];
