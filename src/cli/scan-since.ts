import type { ChangedFile } from '../domain/plan.ts';
import type { ScanInput } from '../security/scan-input.ts';
import { readRawDiff } from '../sandbox/changed-files.ts';
import { askGit, readNames, withoutFilters } from './local-git.ts';
import { readDiskFile } from './read-disk-file.ts';
import type { ScanTarget } from './scan-roots.ts';
import { UsageError } from './usage-error.ts';

/**
 * What the work tree changes since it left `ref`: both sides of every file from the merge base, what is not committed and what is
 * not yet added included, because a developer agent asks before it commits. What git ignores is no part of a change.
 */
export async function* readChangesSince(target: ScanTarget, ref: string): AsyncGenerator<ScanInput> {
  if (!target.isRepository) throw new UsageError(`${target.root} is not a git repository: leave --base out.`);
  const base = await mergeBase(target.root, ref);
  for (const file of await changesSince(target, base)) {
    const before = hasBefore(file) ? await readBlob(target.root, base, file.from ?? file.path) : null;
    yield { ...file, before, after: await contentOf(target.root, file) };
  }
}

async function mergeBase(root: string, ref: string): Promise<string> {
  const commit = await askGit(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
  if (commit === null) throw new UsageError(`--base names ${ref}, which is no commit of ${root}.`);
  const base = await askGit(root, ['merge-base', commit.toString('utf8').trim(), 'HEAD']);
  if (base === null) throw new UsageError(`The current commit and ${ref} have no history in common.`);
  return base.toString('utf8').trim();
}

const DIFF = ['diff', '--raw', '-z', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--no-color', '--find-renames'];

async function changesSince({ root, paths }: ScanTarget, base: string): Promise<ChangedFile[]> {
  const [diff, others] = await Promise.all([
    askGit(root, [...DIFF, '--ignore-submodules=dirty', base, '--', ...paths], await withoutFilters(root)),
    askGit(root, ['ls-files', '-z', '--full-name', '--others', '--exclude-standard', '--', ...paths]),
  ]);
  if (diff === null || others === null) throw new UsageError(`git cannot compare ${root} with ${base}.`);
  return [...readDiff(diff), ...(await Promise.all(readNames(others).map((name) => untracked(root, name))))];
}

function readDiff(diff: Buffer): ChangedFile[] {
  try {
    return readRawDiff(diff);
  } catch {
    throw new UsageError('git’s list of changes cannot be read. Are there conflicts to resolve first?');
  }
}

async function untracked(root: string, name: string): Promise<ChangedFile> {
  const path = name.replace(/\/$/, '');
  const { mode } = await readDiskFile(root, path);
  return { path, change: 'added', oldMode: '000000', newMode: mode };
}

/** As in check 3: a copy is a new file, a rename is compared with what it was. */
function hasBefore({ change, oldMode }: ChangedFile): boolean {
  return change !== 'added' && change !== 'copied' && oldMode !== '160000';
}

async function readBlob(root: string, commit: string, path: string): Promise<Uint8Array> {
  const blob = await askGit(root, ['cat-file', 'blob', `${commit}:${path}`]);
  if (blob === null) throw new UsageError(`git cannot read ${path} as it was in ${commit}.`);
  return blob;
}

async function contentOf(root: string, { change, newMode, path }: ChangedFile): Promise<Uint8Array | null> {
  if (change === 'deleted' || newMode === '160000') return null;
  return (await readDiskFile(root, path)).content;
}
