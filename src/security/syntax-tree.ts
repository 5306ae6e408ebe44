import python from '@ast-grep/lang-python';
import ruby from '@ast-grep/lang-ruby';
import { Lang, parse, registerDynamicLanguage } from '@ast-grep/napi';
import type { SgNode } from '@ast-grep/napi';
import type { CodeLanguage } from './code-language.ts';

/** The engine takes registrations once a process and ignores later ones in silence: this is the only place. */
registerDynamicLanguage({ ruby, python });

const GRAMMARS: Readonly<Record<CodeLanguage, Lang | string>> = {
  ruby: 'ruby',
  python: 'python',
  javascript: Lang.JavaScript,
  typescript: Lang.TypeScript,
  tsx: Lang.Tsx,
};

/** Parsing cannot be interrupted, takes about 1 ms a kilobyte, and keeps native memory of some 200 times the text. */
export const MOST_PARSED_BYTES = 512 * 1024;

/** `null` where the grammar could make nothing of the text. Nodes keep the whole tree alive: let them go. */
export function syntaxTree(language: CodeLanguage, text: string): SgNode | null {
  const root = parse(GRAMMARS[language], text).root();
  return root.kind() === 'ERROR' ? null : root;
}
