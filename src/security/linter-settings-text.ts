import type { SideView } from './file-view.ts';
import { NO_SETTINGS, type LinterSettings } from './linter-settings.ts';
import { nodesOfKind } from './tree-nodes.ts';

const OFF = /(['"]?)([\w@/-]+)\1\s*:\s*\[?\s*(?:(['"])off\3|off(?=\s*$)|0(?=\s*[,\]}]|\s*$))/gmu;
const IGNORES = /(?:\bignores|['"]?ignorePatterns['"]?)\s*:\s*\[([^\]]*)\]|\bglobalIgnores\(\s*\[([^\]]*)\]/gu;
const PRESET = /\b[\w.]+\.(?:recommended|strict|stylistic|all)\w*|['"](?:eslint:\w+|plugin:[\w@/-]+)['"]/gu;
const TEXTS = /(['"`])((?:(?!\1).)+)\1/gu;

/** ESLint's settings, as a program, as JSON or as YAML: told from their text without comments. */
export function readEslintSettings(side: SideView): LinterSettings {
  const text = withoutComments(side);
  return {
    ...NO_SETTINGS,
    off: [...text.matchAll(OFF)]
      .filter(([all, quote, name = '']) => isRule(all, quote ?? '', name))
      .map(([, , name = '']) => name),
    excluded: [...text.matchAll(IGNORES)].flatMap(([, one, other]) => quoted(one ?? other ?? '')),
    bases: [...text.matchAll(PRESET)].map(([preset]) => preset.replaceAll(/['"]/gu, '')),
  };
}

/** An ignore file: each line is a path. */
export function readIgnoreFile({ text }: SideView): LinterSettings {
  return {
    ...NO_SETTINGS,
    excluded: text
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter((line) => /^[^#!]/u.test(line)),
  };
}

const SECTION = /^\s*\[+([^\]]+)\]+/u;
const LINTERS = /ruff|flake8|pylint|mypy/iu;
const KEY = /^\s*["']?((?:extend-|per-file-)*(?:ignore|ignores|exclude)|disable)["']?\s*=(.*)$/u;

/** Settings of Python's linters in TOML or INI: codes and paths of the keys that take something away. */
export function readPythonSettings(side: SideView, isOnlyForLinters: boolean): LinterSettings {
  const words = takenWords(side.text.split(/\r?\n/u), isOnlyForLinters);
  return {
    ...NO_SETTINGS,
    off: words.filter((word) => !isPath(word)),
    excluded: words.filter(isPath),
  };
}

const isPath = (word: string): boolean => /[./*]/u.test(word);

function takenWords(lines: readonly string[], isOnlyForLinters: boolean): string[] {
  let isLinter = isOnlyForLinters;
  let isTaking = false;
  return lines.flatMap((line) => {
    const section = sectionOf(line);
    if (section !== null) {
      isLinter = isOnlyForLinters || LINTERS.test(section);
      isTaking = isLinter && section.includes('per-file-ignores');
      return [];
    }
    const value = KEY.exec(line)?.[2];
    if (value !== undefined) isTaking = isLinter;
    else if (/^\s*[\w-]+\s*=/u.test(line)) isTaking = false;
    return isTaking ? wordsOf(value ?? line) : [];
  });
}

/** A list's brackets are no section. */
function sectionOf(line: string): string | null {
  return /^\s*\[\s*(?:["']|\])/u.test(line) ? null : (SECTION.exec(line)?.[1] ?? null);
}

function wordsOf(text: string): string[] {
  return text
    .replace(/#.*$/u, '')
    .split(/[\s,"'=:[\]{}]+/u)
    .filter((word) => word !== '');
}

/** A zero is a rule's level only where the key looks like a rule's name. */
function isRule(all: string, quote: string, name: string): boolean {
  return !/0$/u.test(all) || ((quote !== '' || name.includes('-')) && !/^max|indent|size|width/iu.test(name));
}

function quoted(text: string): string[] {
  return [...text.matchAll(TEXTS)].map(([, , value = '']) => value);
}

function withoutComments(side: SideView): string {
  const comments = nodesOfKind(side.tree(), 'comment').map((node) => node.range());
  if (side.language === null) return side.text.replaceAll(/^\s*(?:\/\/|#).*$/gmu, '');
  return comments.reduceRight((text, { start, end }) => text.slice(0, start.index) + text.slice(end.index), side.text);
}
