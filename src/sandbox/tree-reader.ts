import type { Change, ChangedFile } from '../domain/plan.ts';
import { readRawDiff, readTreeListing } from './changed-files.ts';
import { GitFailed, NoMergeBase } from './checkout-errors.ts';
import { runGit, runGitOrThrow } from './git.ts';
import type { Mirror } from './mirror.ts';

/** Attributes of the change itself could hide a file from the diff (`*.rb -diff`): they are read from an empty tree. */
const NO_ATTRIBUTES = { GIT_ATTR_SOURCE: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' };
const NO_DRIVERS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '--ignore-submodules=none'];
/** Enough for a reviewer to see the function around a change. */
const CONTEXT_LINES = 10;
const LISTING_BYTES = 256 * 1024 * 1024;

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
): Promise<ChangedFile[]> {
  const args = ['diff', '--raw', '-z', '--no-abbrev', ...NO_DRIVERS, sides.baseSha, sides.headSha, '--'];
  return readRawDiff(await runGitOrThrow({ gitDir: mirror.dir, args, env: NO_ATTRIBUTES, signal }));
}

export async function readDiffText(mirror: Mirror, { baseSha, headSha }: Change, signal: AbortSignal): Promise<string> {
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/', '--full-index', `--unified=${CONTEXT_LINES}`];
  const args = ['diff', '--patch', ...prefixes, ...NO_DRIVERS, baseSha, headSha, '--'];
  return (await runGitOrThrow({ gitDir: mirror.dir, args, env: NO_ATTRIBUTES, signal })).toString('utf8');
}

/** How many files are read at the same time: each is a process. */
const READERS = 8;

/**
 * Reads files of one commit by name, from its tree as listed once. A link is read as its target's name, never followed; a
 * submodule is no file. `null` only where the tree says that there is none: a failure is thrown.
 */
export function fileReader(mirror: Mirror, commit: string, signal: AbortSignal) {
  let listed: Promise<ReadonlyMap<string, string>> | undefined;
  const inTurn = limitTo(READERS);
  return async (path: string): Promise<Uint8Array | null> => {
    const blob = (await (listed ??= listBlobs(mirror, commit, signal))).get(path);
    if (blob === undefined) return null;
    return inTurn(() => runGitOrThrow({ gitDir: mirror.dir, args: ['cat-file', 'blob', blob], signal }));
  };
}

async function listBlobs(mirror: Mirror, commit: string, signal: AbortSignal): Promise<Map<string, string>> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit];
  const listing = await runGitOrThrow({ gitDir: mirror.dir, args, signal, maxBytes: LISTING_BYTES });
  return readTreeListing(listing);
}

/** Lets so many work at a time, the others in their turn. */
function limitTo(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
