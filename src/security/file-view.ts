import type { SgNode } from '@ast-grep/napi';
import { codeLanguage } from './code-language.ts';
import type { CodeLanguage } from './code-language.ts';
import type { ScanInput } from './scan-input.ts';
import { syntaxTree } from './syntax-tree.ts';
import { textLines } from './text-lines.ts';
import type { TextLines } from './text-lines.ts';
import { touchedLines } from './touched-lines.ts';
import type { TouchedLines } from './touched-lines.ts';

/** One side of a file, with what several rules want to know about it; the tree is made when first asked for. */
export interface SideView {
  text: string;
  lines: TextLines;
  language: CodeLanguage | null;
  tree: () => SgNode | null;
  /** The text in lower case, for a first look. */
  lowerCase: () => string;
}

/** A file of the change as rules see it. */
export interface FileView {
  path: string;
  mode: string;
  before: SideView | null;
  after: SideView | null;
  touched: TouchedLines;
}

function sideView(path: string, text: string): SideView {
  const language = codeLanguage(path, text);
  let tree: SgNode | null | undefined;
  let lowerCase: string | undefined;
  return {
    text,
    language,
    lowerCase: () => (lowerCase ??= text.toLowerCase()),
    lines: textLines(text),
    tree: () => (tree === undefined ? (tree = language === null ? null : syntaxTree(language, text)) : tree),
  };
}

export function fileView(input: ScanInput, before: string | null, after: string | null): FileView {
  return {
    path: input.path,
    mode: input.newMode,
    before: before === null ? null : sideView(input.from ?? input.path, before),
    after: after === null ? null : sideView(input.path, after),
    touched: touchedLines(before, after ?? ''),
  };
}
