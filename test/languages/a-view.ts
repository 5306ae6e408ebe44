import type { RepositoryView } from '../../src/languages/language-profile.ts';

/** A repository at one commit, from path to text. */
export function aView(files: Readonly<Record<string, string>>): RepositoryView {
  return { files: Object.keys(files), read: (path) => files[path] ?? null };
}

export function packageJson(fields: Record<string, unknown>): Record<string, string> {
  return { 'package.json': JSON.stringify(fields) };
}
