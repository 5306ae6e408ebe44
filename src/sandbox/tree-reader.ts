import type { Change, ChangedFile } from '../domain/plan.ts';
import { readRawDiff, type RawChange } from './changed-files.ts';
import { GitFailed, NoMergeBase } from './checkout-errors.ts';
import { runGit, runGitOrThrow } from './git.ts';
import type { Mirror } from './mirror.ts';

/** Attributes of the change itself could hide a file from the diff (`*.rb -diff`): they are read from an empty tree. */
const NO_ATTRIBUTES = { GIT_ATTR_SOURCE: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' };
const NO_DRIVERS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--ignore-submodules=none'];
/** Enough for a reviewer to see the function around a change. */
const CONTEXT_LINES = 10;
const NOTHING = '0'.repeat(40);

export async function findMergeBase(mirror: Mirror, base: string, head: string, signal: AbortSignal): Promise<string> {
  const { code, stdout, stderr } = await runGit({ gitDir: mirror.dir, args: ['merge-base', '--', base, head], signal });
  if (code === 0) return stdout.toString('utf8').trim();
  if (code === 1) throw new NoMergeBase('the change shares no history with the default branch');
  throw new GitFailed(`git merge-base failed: ${stderr.trim().slice(0, 300)}`);
}

export async function listChanges(
  mirror: Mirror,
  sides: Pick<Change, 'baseSha' | 'headSha'>,
  signal: AbortSignal,
): Promise<RawChange[]> {
  const args = ['diff', '--raw', '-z', '--no-abbrev', ...NO_DRIVERS, sides.baseSha, sides.headSha, '--'];
  return readRawDiff(await runGitOrThrow({ gitDir: mirror.dir, args, env: NO_ATTRIBUTES, signal }));
}

export async function readDiffText(mirror: Mirror, { baseSha, headSha }: Change, signal: AbortSignal): Promise<string> {
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/', '--full-index', `--unified=${CONTEXT_LINES}`];
  const args = ['diff', '--patch', ...prefixes, ...NO_DRIVERS, baseSha, headSha, '--'];
  return (await runGitOrThrow({ gitDir: mirror.dir, args, env: NO_ATTRIBUTES, signal })).toString('utf8');
}

/** Reads files of one commit by name. A link is read as its target's name, never followed; a submodule is no file. */
export function fileReader(mirror: Mirror, commit: string, known: ReadonlyMap<string, string>, signal: AbortSignal) {
  return async (path: string): Promise<Uint8Array | null> => {
    const blob = known.get(path) ?? (await findBlob(mirror, commit, path, signal));
    if (blob === null || blob === NOTHING) return null;
    return runGitOrThrow({ gitDir: mirror.dir, args: ['cat-file', 'blob', blob], signal });
  };
}

async function findBlob(mirror: Mirror, commit: string, path: string, signal: AbortSignal): Promise<string | null> {
  if (path.includes('\0') || path.split('/').some((part) => part === '' || part === '.' || part === '..')) return null;
  const args = ['ls-tree', '-z', '--full-tree', commit, '--', path];
  const rows = (await runGitOrThrow({ gitDir: mirror.dir, args, signal })).toString('utf8').split('\0');
  const found = rows.map((row) => /^\d{6} blob ([0-9a-f]{40})\t([^]*)$/.exec(row)).find((row) => row?.[2] === path);
  return found?.[1] ?? null;
}

/** The objects of the changed files by name, for one side. Two names that cannot be told apart would hide one file. */
export function blobsOf(changes: readonly RawChange[], side: 'old' | 'new'): Map<string, string> {
  const blobs = new Map<string, string>();
  for (const { file, oldBlob, newBlob } of changes) {
    const name = side === 'old' ? (file.from ?? file.path) : file.path;
    if (isSubmodule(file, side)) continue;
    const blob = side === 'old' ? oldBlob : newBlob;
    if (blob === NOTHING) continue;
    if (blobs.has(name)) throw new GitFailed(`two changed files have the name ${name}`);
    blobs.set(name, blob);
  }
  return blobs;
}

function isSubmodule(file: ChangedFile, side: 'old' | 'new'): boolean {
  return (side === 'old' ? file.oldMode : file.newMode) === '160000';
}
