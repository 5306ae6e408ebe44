import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedFile } from '../domain/plan.ts';
import type { RepositorySides } from '../languages/choose-tool.ts';
import { PROFILE_FILES } from '../languages/language-profile.ts';
import type { RepositoryView } from '../languages/language-profile.ts';
import type { Checkout } from './ports.ts';

/** Both sides of a change, for choosing tools. To be called before anything ran in the checkout. */
export async function readRepository(checkout: Checkout): Promise<RepositorySides> {
  const files = await listFiles(checkout.dir);
  const [head, base] = await Promise.all([readTexts(checkout.readHead), readTexts(checkout.readBase)]);
  return { head: { files, read: head }, base: { files: filesBefore(files, checkout.changedFiles), read: base } };
}

/** What was there before: without what the change added, with what it took away. */
function filesBefore(files: readonly string[], changed: readonly ChangedFile[]): string[] {
  const isNew = new Set(
    changed.filter((file) => file.change !== 'deleted' && file.oldMode === '000000').map((file) => file.path),
  );
  const moved = changed
    .filter((file) => file.change === 'renamed' || file.change === 'copied')
    .map((file) => file.path);
  for (const path of moved) isNew.add(path);
  const gone = changed.flatMap((file) =>
    file.change === 'deleted' ? [file.path] : file.change === 'renamed' && file.from !== undefined ? [file.from] : [],
  );
  return [...files.filter((file) => !isNew.has(file)), ...gone];
}

async function readTexts(readSide: Checkout['readHead']): Promise<RepositoryView['read']> {
  const entries = await Promise.all(PROFILE_FILES.map(async (path) => [path, await readSide(path)] as const));
  const texts = new Map(
    entries.map(([path, bytes]) => [path as string, bytes === null ? null : new TextDecoder().decode(bytes)]),
  );
  return (path) => texts.get(path) ?? null;
}

/** Links are listed and never followed; of `node_modules` it matters only that it is there. */
async function listFiles(root: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const listed = await Promise.all(
    entries.map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (path === '.git') return [];
      if (entry.name === 'node_modules') return [`${path}/`];
      return entry.isDirectory() ? listFiles(root, path) : [path];
    }),
  );
  return listed.flat();
}
