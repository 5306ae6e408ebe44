/** Languages whose syntax trees are read; all else is plain text. */
export type CodeLanguage = 'ruby' | 'javascript' | 'typescript' | 'tsx' | 'python';

/** The three that a rule for JavaScript is written for. */
export const JAVASCRIPTS = ['javascript', 'typescript', 'tsx'] as const;

const BY_EXTENSION: Readonly<Record<string, CodeLanguage>> = {
  rb: 'ruby',
  rake: 'ruby',
  gemspec: 'ruby',
  ru: 'ruby',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  py: 'python',
  pyw: 'python',
  pyi: 'python',
};
const BY_NAME: Readonly<Record<string, CodeLanguage>> = {
  gemfile: 'ruby',
  rakefile: 'ruby',
  guardfile: 'ruby',
  capfile: 'ruby',
  dangerfile: 'ruby',
  fastfile: 'ruby',
  podfile: 'ruby',
  vagrantfile: 'ruby',
  '.irbrc': 'ruby',
  '.pryrc': 'ruby',
};
const SHEBANGS: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^#!.*\bruby/u, 'ruby'],
  [/^#!.*\bnode/u, 'javascript'],
  [/^#!.*\bpython/u, 'python'],
];

/** The last part of a path, lower case. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

/** What follows the last dot of the name, lower case; empty where there is none. */
export function extension(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}

/** Decided by the name, then by the interpreter line; `null` for anything without a grammar here. */
export function codeLanguage(path: string, text: string): CodeLanguage | null {
  const known = BY_NAME[baseName(path)] ?? BY_EXTENSION[extension(path)];
  if (known !== undefined) return known;
  const firstLine = text.slice(0, 200).split('\n', 1)[0] ?? '';
  return SHEBANGS.find(([shebang]) => shebang.test(firstLine))?.[1] ?? null;
}
