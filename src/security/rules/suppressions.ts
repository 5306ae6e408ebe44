import type { SgNode } from '@ast-grep/napi';
import type { FileView, SideView } from '../file-view.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { nodesOfKind } from '../tree-nodes.ts';

const ONE =
  /rubocop:\s*(?:disable|todo)|eslint-disable|@ts-(?:ignore|expect-error)|\bnoqa\b|\btype:\s*ignore|\bnosec\b|\bnosemgrep\b|pylint:\s*disable|biome-ignore|(?:istanbul|c8|v8)\s+ignore|:nocov:|pragma:\s*no\s*cover|oxlint-disable|standard:\s*disable|brakeman:ignore/giu;
const WHOLE_FILE =
  /@ts-nocheck|(?:flake8|ruff):\s*noqa\s*$|pylint:\s*(?:skip-file|disable\s*=\s*all\b)|mypy:\s*ignore-errors|biome-ignore-all/iu;
const ESLINT_ALL = /^\/\*\s*(?:eslint|oxlint)-disable(?:\s+--.*)?\s*\*\/$/su;
const ESLINT_ON = /(?:eslint|oxlint)-enable/u;
const RUBOCOP = /^#\s*rubocop:\s*(?:disable|todo)\s+([\w/, ]+)/u;
/** A range of so many lines is a place, not a file. */
const SHORT_RANGE = 10;

interface Directive {
  start: number;
  whole: boolean;
}

function directives(side: SideView | null): Directive[] {
  if (side === null) return [];
  const comments = nodesOfKind(side.tree(), 'comment');
  return comments.flatMap((node, at): Directive[] => {
    const start = node.range().start.index;
    if (isWhole(node, comments.slice(at + 1), side)) return [{ start, whole: true }];
    return [...node.text().matchAll(ONE)].map((match) => ({ start: start + match.index, whole: false }));
  });
}

/** Whether a comment hides all that follows: of everything where it names no rule; of one rule where RuboCop is not switched on again. */
function isWhole(node: SgNode, later: readonly SgNode[], side: SideView): boolean {
  const text = node.text();
  if (WHOLE_FILE.test(text)) return true;
  if (ESLINT_ALL.test(text))
    return !isShort(
      node,
      later.find((one) => ESLINT_ON.test(one.text())),
    );
  const cops = RUBOCOP.exec(text)?.[1]
    ?.trim()
    .split(/\s*,\s*/u);
  if (cops === undefined || isBehindCode(node, side)) return false;
  return cops.some((cop) => hidesRest(node, cop.split(' ')[0] ?? '', later));
}

function hidesRest(node: SgNode, cop: string, later: readonly SgNode[]): boolean {
  const end = later.find((one) =>
    new RegExp(`rubocop:\\s*enable\\s[^#]*(?:\\b${cop}\\b|\\ball\\b)`, 'u').test(one.text()),
  );
  return cop.includes('/') ? end === undefined : !isShort(node, end);
}

function isShort(from: SgNode, to: SgNode | undefined): boolean {
  return to !== undefined && to.range().start.line - from.range().start.line <= SHORT_RANGE;
}

/** RuboCop then takes it for its own line alone. */
function isBehindCode(node: SgNode, side: SideView): boolean {
  const { line, column } = node.range().start;
  return (
    side.lines
      .line(line + 1)
      .slice(0, column)
      .trim() !== ''
  );
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
    why: 'The change hides a whole file, or the rest of it, from the linter that judges it. Mend the code, or let a person change the settings of the linter in a change of its own.',
    wholeFile: true,
    look: (view) => added(view, true),
    flags: [
      changed('a.ts', 'f();\n', '// @ts-nocheck\nf();\n'),
      changed('a.js', 'f();\n', '/* eslint-disable */\nf();\n'),
      changed('a.py', 'f()\n', '# flake8: noqa\nf()\n'),
      changed('a.rb', 'f\n', '# rubocop:disable all\nf\n'),
      changed('a.rb', null, '# rubocop:disable all\nf\n'),
      changed('a.rb', null, `# rubocop:disable all\n${'f\n'.repeat(30)}# rubocop:enable all\n`),
      changed('a.rb', 'f\n', '# rubocop:disable Style, Lint\nf\n'),
      changed('a.rb', 'f\n', '# rubocop:todo Style/Foo\nf\n'),
      changed('a.rb', 'f\n', '# rubocop:disable Style/Foo\nf\n# rubocop:enable Style/Bar\n'),
      changed('a.js', null, '/* eslint-disable -- later */\nf();\n'),
      changed('a.py', null, '# ruff: noqa\nf()\n'),
    ],
    ignores: [
      changed('a.ts', '// @ts-nocheck\nf();\n', '// @ts-nocheck\ng();\n'),
      changed('a.rb', 'f\n', 'f # rubocop:disable all\n'),
      changed('a.rb', 'f\n', '# rubocop:disable Style/Foo\nf\n# rubocop:enable Style/Foo\n'),
      changed('a.rb', 'f\n', '# rubocop:disable Style\nf\n# rubocop:enable Style\n'),
      changed('a.js', 'f();\n', '/* eslint-disable no-console */\nf();\n'),
      changed('a.js', 'f();\n', '// eslint-disable-next-line\nf();\n'),
      changed('a.py', 'f()\n', '# ruff: noqa: E501\nf()\n'),
    ],
  },
];
