import { baseName, extension } from '../code-language.ts';
import type { FileView } from '../file-view.ts';
import type { Hit, TextRule } from '../scan-rule.ts';

const point = (code: number): string => String.fromCodePoint(code);
const RIGHT_TO_LEFT = point(0x202e);
const ZERO_WIDTH_SPACE = point(0x200b);

const AGENT_FILE =
  /(?:^|\/)(?:agents|claude|gemini|copilot-instructions|skill)\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)|(?:^|\/)\.(?:cursor|claude|github)\//iu;
const PROSE = new Set([
  'md',
  'txt',
  'rst',
  'adoc',
  'html',
  'po',
  'json',
  'yml',
  'yaml',
  'csv',
  'srt',
  'vtt',
  'strings',
  'arb',
  'xlf',
  'svg',
]);

/** Where hidden text can change what runs or what an agent is told. */
function isDangerousPlace(view: FileView): boolean {
  return AGENT_FILE.test(view.path) || !PROSE.has(extension(view.path)) || baseName(view.path) === 'package.json';
}

function hits(view: FileView, pattern: RegExp, keep: (text: string, at: number) => boolean = () => true): Hit[] {
  const text = view.after?.text ?? '';
  const level = isDangerousPlace(view) ? undefined : 'note';
  return [...text.matchAll(pattern)]
    .filter((match) => keep(text, match.index))
    .map((match) => ({ side: 'new', start: match.index, end: match.index + match[0].length, ...(level && { level }) }));
}

const file = (path: string, after: string) => ({ path, before: null, after });

/** Characters that are in the file and not on the screen (CVE-2021-42574 and its kin). */
export const HIDDEN_TEXT_RULES: readonly TextRule[] = [
  {
    id: 'hidden-text/bidirectional',
    level: 'blocking',
    why: 'An invisible control character changes the order in which the line is shown: what is read is not what runs. Take it out.',
    look: (view) => hits(view, /[\u202A-\u202E\u2066-\u2069]/gu),
    flags: [
      file('lib/a.rb', `admin = false # ${RIGHT_TO_LEFT}nimda`),
      file('a.ts', `const a = '${point(0x2066)}x';`),
      file('AGENTS.md', `a${RIGHT_TO_LEFT}b`),
    ],
    ignores: [file('lib/a.rb', 'admin = false # plain'), file('a.rb', `# ${point(0x5d0)}${point(0x5d1)}`)],
  },
  {
    id: 'hidden-text/tag-characters',
    level: 'blocking',
    why: 'Invisible tag characters carry a message that only machines read. Take them out.',
    look: (view) => hits(view, /(?<!\u{1F3F4}[\u{E0000}-\u{E007F}]*)[\u{E0000}-\u{E007F}]+/gu),
    flags: [file('lib/a.rb', `# hello ${point(0xe0041)}${point(0xe0042)}`)],
    ignores: [file('lib/a.rb', `flag = "${point(0x1f3f4)}${point(0xe0067)}${point(0xe0062)}${point(0xe007f)}"`)],
  },
  {
    id: 'hidden-text/variation-selectors',
    level: 'blocking',
    why: 'A run of invisible variation selectors hides data, and code that decodes it. Take it out.',
    look: (view) => hits(view, /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{3,}/gu),
    flags: [file('a.js', `const a = '${point(0xfe01).repeat(5)}'`)],
    ignores: [file('a.js', `const heart = '${point(0x2764)}${point(0xfe0f)}'`)],
  },
  {
    id: 'hidden-text/zero-width',
    level: 'blocking',
    why: 'An invisible character splits a word: two names that look the same are not. Take it out.',
    look: (view) =>
      hits(view, /(?<=[A-Za-z0-9_])[\u200B\u200C\u200D\u2060\uFEFF]+(?=[A-Za-z0-9_])/gu, (_, at) => at > 0),
    flags: [file('lib/a.rb', `pass${ZERO_WIDTH_SPACE}word = 1`)],
    ignores: [
      file('lib/a.rb', `${point(0xfeff)}password = 1`),
      file('a.js', `const family = '${point(0x1f468)}${point(0x200d)}${point(0x1f469)}'`),
    ],
  },
  {
    id: 'hidden-text/strange-encoding',
    level: 'blocking',
    why: 'The file says that it is written in an encoding that can hide code from a reader. Use UTF-8.',
    look: (view) =>
      extension(view.path) === 'py' || extension(view.path) === 'rb'
        ? hits(
            view,
            /(?<=^(?:[^\n]*\n)?#[^\n]*coding[:=]\s*)(?:utf[-_]?7|rot[-_]?13|unicode[-_]escape|raw[-_]unicode[-_]escape|punycode|hex|base64)\b/giu,
          )
        : [],
    flags: [file('a.py', '# -*- coding: utf-7 -*-\nprint(1)'), file('a.py', '#!/usr/bin/python\n# coding=rot13')],
    ignores: [file('a.py', '# -*- coding: utf-8 -*-\nprint(1)'), file('a.rb', '# encoding: iso-8859-1')],
  },
  {
    id: 'hidden-text/terminal-control',
    level: 'note',
    why: 'A raw control character can rewrite what a terminal shows. Write it as an escape.',

    look: (view) => hits(view, /[\u0008\u001B\u009B]/gu),
    flags: [file('a.rb', `# a${point(8)}${point(8)}b`)],
    ignores: [file('a.rb', '# \\e[31m')],
  },
];
