import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ScanInput } from '../security/scan-input.ts';
import { askGit, readNames } from './local-git.ts';
import { readDiskFile } from './read-disk-file.ts';
import type { ScanTarget } from './scan-roots.ts';
import { UsageError } from './usage-error.ts';

/**
 * Every file under the target, as if it were new. In a repository those that git has or would add; what was named outright also
 * where git ignores it. Elsewhere every file there is. Never `.git`.
 */
export async function* readTree(target: ScanTarget): AsyncGenerator<ScanInput> {
  const names = new Set<string>();
  for (const path of target.paths) for (const name of await namesUnder(target, path)) names.add(name);
  for (const path of names) {
    const { mode, content } = await readDiskFile(target.root, path);
    yield { path, change: 'added', oldMode: '000000', newMode: mode, before: null, after: content };
  }
}

async function namesUnder(target: ScanTarget, path: string): Promise<string[]> {
  if (target.isRepository && !(await isIgnored(target.root, path))) {
    const listed = await listedByGit(target.root, path);
    if (listed.length > 0) return listed;
  }
  return walk(target.root, join(target.root, path));
}

async function isIgnored(root: string, path: string): Promise<boolean> {
  return path !== '.' && (await askGit(root, ['check-ignore', '-q', '--', path])) !== null;
}

async function listedByGit(root: string, path: string): Promise<string[]> {
  const args = ['ls-files', '-z', '--full-name'];
  const [listed, gone] = await Promise.all([
    askGit(root, [...args, '--cached', '--others', '--exclude-standard', '--', path]),
    askGit(root, [...args, '--deleted', '--', path]),
  ]);
  if (listed === null || gone === null) throw new UsageError(`git cannot list the files of ${root}.`);
  const deleted = new Set(readNames(gone));
  return readNames(listed)
    .filter((name) => !deleted.has(name))
    .map((name) => name.replace(/\/$/, ''));
}

async function walk(root: string, path: string): Promise<string[]> {
  const { mode } = await readDiskFile('/', path);
  if (mode !== '160000') return [relative(root, path)];
  const names: string[] = [];
  for (const entry of await entriesOf(path)) {
    const at = join(path, entry.name);
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) names.push(...(await walk(root, at)));
    else names.push(relative(root, at));
  }
  return names;
}

async function entriesOf(folder: string) {
  try {
    return (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw new UsageError(`${folder} cannot be read: ${(error as Error).message}`);
  }
}
