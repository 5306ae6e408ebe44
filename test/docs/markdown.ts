import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

export const PROJECT = process.cwd();

const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.cache', 'coverage', 'fixtures']);

/** One document of the repository. */
export interface Page {
  /** Relative to the repository. */
  path: string;
  text: string;
  /** Without its fenced blocks: what is said, not what is shown. */
  prose: string;
}

/** Every Markdown file that we wrote. */
export function readPages(folder = PROJECT): Page[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): Page[] => {
    const at = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : readPages(at);
    return entry.name.endsWith('.md') ? [readPage(relative(PROJECT, at))] : [];
  });
}

export function readPage(path: string): Page {
  const text = readFileSync(join(PROJECT, path), 'utf8');
  return { path, text, prose: text.replace(/^```[\s\S]*?^```$/gm, '') };
}

/** Targets of links and pictures. */
export function linksOf({ prose }: Page): string[] {
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** What stands in backticks, with `{a,b}` spelled out. */
export function codeOf({ prose }: Page): string[] {
  return [...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => spelledOut(code));
}

function spelledOut(code: string): string[] {
  const [, before, inner, after] = /^([\w./-]*)\{([\w,-]+)\}([\w./-]*)$/.exec(code) ?? [];
  return inner === undefined ? [code] : inner.split(',').map((word) => `${before ?? ''}${word}${after ?? ''}`);
}

/** The anchors that a page's headings give, as GitHub makes them. */
export function anchorsOf({ prose }: Page): string[] {
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Fenced blocks of a language, each with the file that the comment in front of it names. */
export function blocksOf({ text }: Page, language: string): { from: string | undefined; code: string }[] {
  const fences = new RegExp(`(?:<!-- from (\\S+) -->\\n+)?\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...text.matchAll(fences)].map(([, from, code = '']) => ({ from, code }));
}
