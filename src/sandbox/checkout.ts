import { join, resolve as resolvePath } from 'node:path';
import { chmod, writeFile } from 'node:fs/promises';
import type { Checkout, CheckoutOwner, Checkouts } from '../activities/ports.ts';
import type { Change, CheckoutSource } from '../domain/plan.ts';
import { INSIDE } from './bubblewrap.ts';
import { fileReader, findMergeBase, listChanges, readDiffText } from './tree-reader.ts';
import { CommitMissing } from './checkout-errors.ts';
import { makeCheckoutFolders, makeFolder, removeAbandonedOf, removeCheckoutFolders } from './checkout-folders.ts';
import { runGitOrThrow } from './git.ts';
import { dropKeepRefs, keepCommits } from './keep-refs.ts';
import { inspectMachine, type Machine } from './machine.ts';
import { fetchChange, hasCommit, openMirror, readRemoteRef, type Mirror } from './mirror.ts';
import { changeRefs } from './refs.ts';
import { openRemote, type Remote } from './remote.ts';

export interface CheckoutOptions {
  /** On a tmpfs where there is memory: a disk costs seconds a run when it is busy. */
  baseDir: string;
  /** The forge's token for a clone address of the forge's, `undefined` for any other. */
  token?: (cloneUrl: string) => string | undefined;
  /** As in `createRunCommand`: where the checkout's `.git` finds its objects depends on it. */
  bubblewrap?: 'auto' | 'off';
}

/** How many changed files travel in the history. */
const FILES_FOR_PEOPLE = 200;

/** Checkouts on this machine: a mirror for each repository, and for each attempt a folder that borrows its objects. */
export function createCheckouts(options: CheckoutOptions): Checkouts {
  const baseDir = resolvePath(options.baseDir);
  const machine = knowMachine(baseDir, options.bubblewrap ?? 'auto');
  const remoteOf = async ({ cloneUrl }: CheckoutSource): Promise<Remote> => {
    await machine();
    return openRemote(cloneUrl, { baseDir, token: options.token });
  };
  const open = async (source: CheckoutSource, signal: AbortSignal): Promise<Mirror> =>
    openMirror({ baseDir, user: (await machine()).user }, await remoteOf(source), signal);
  const openWith = async (change: Change, signal: AbortSignal): Promise<Mirror> => {
    const mirror = await open(change.source, signal);
    await ensureCommits(mirror, change, signal);
    return mirror;
  };
  return {
    resolveChange: async (source, signal) => resolveChange(await open(source, signal), source, signal),
    readDiff: async (change, signal) => readDiffText(await openWith(change, signal), change, signal),
    fetchBranchHead: async (source, signal) => {
      const ref = changeRefs(source)[0];
      return ref === undefined ? null : readRemoteRef(await remoteOf(source), ref, signal);
    },
    withCheckout: async (change, owner, signal, use) => {
      const mirror = await openWith(change, signal);
      await keepCommits(mirror, owner.runId, change);
      const filling: Filling = { ...(await machine()), mirror, baseDir };
      return lendCheckout(filling, { change, owner }, signal, use);
    },
    release: async (runId) => {
      await removeAbandonedOf(baseDir, runId);
      await dropKeepRefs(baseDir, runId);
    },
  };
}

/** Looked at once; the folder is made again whenever somebody cleared it away. */
function knowMachine(baseDir: string, bubblewrap: 'auto' | 'off'): () => Promise<Machine> {
  let found: Promise<Machine> | undefined;
  return async () => {
    const machine = await (found ??= inspectMachine(baseDir, bubblewrap));
    await makeFolder(baseDir, machine.user);
    return machine;
  };
}

interface Filling extends Machine {
  mirror: Mirror;
  baseDir: string;
}

async function lendCheckout<T>(
  filling: Filling,
  { change, owner }: { change: Change; owner: CheckoutOwner },
  signal: AbortSignal,
  use: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const folders = await makeCheckoutFolders(filling.baseDir, owner, filling.user);
  try {
    await fillCheckout(filling, folders.repo, change.headSha, signal);
    return await use(await describe(filling.mirror, change, { dir: folders.repo, reportDir: folders.report }, signal));
  } finally {
    await removeCheckoutFolders(folders);
  }
}

async function resolveChange(mirror: Mirror, source: CheckoutSource, signal: AbortSignal): Promise<Change> {
  const { head, base } = await fetchChange(mirror, source, signal);
  const baseSha = await findMergeBase(mirror, base, head, signal);
  const changes = await listChanges(mirror, { baseSha, headSha: head }, signal);
  const files = changes.slice(0, FILES_FOR_PEOPLE);
  return { source, headSha: head, baseSha, fileCount: changes.length, files };
}

/** On another machine than the one that resolved the change, or after somebody pruned, the commits are fetched again. */
async function ensureCommits(mirror: Mirror, change: Change, signal: AbortSignal): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await hasCommit(mirror, change.headSha, signal)) && (await hasCommit(mirror, change.baseSha, signal));
  if (await isThere()) return;
  await fetchChange(mirror, { ...change.source, headSha: change.headSha }, signal);
  if (!(await isThere()))
    throw new CommitMissing('the merge base is not on the remote any more: its history was rewritten');
}

/** A repository of its own that borrows the mirror's objects; made by the user that will run in it. */
async function fillCheckout(
  { mirror, user, sandboxed }: Filling,
  repo: string,
  headSha: string,
  signal: AbortSignal,
): Promise<void> {
  const objects = join(mirror.dir, 'objects');
  await runGitOrThrow({ args: ['init', '--quiet', '--template=', '--', repo], user, signal });
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects };
  await runGitOrThrow({ args: ['-C', repo, 'checkout', '--quiet', '--detach', headSha, '--'], env, user, signal });
  const info = join(repo, '.git', 'objects', 'info', 'alternates');
  await writeFile(info, `${sandboxed ? INSIDE.objects : objects}\n`);
  await chmod(info, 0o644);
}

async function describe(
  mirror: Mirror,
  change: Change,
  folders: Pick<Checkout, 'dir' | 'reportDir'>,
  signal: AbortSignal,
): Promise<Checkout> {
  return {
    ...folders,
    gitObjectsDir: join(mirror.dir, 'objects'),
    changedFiles: await listChanges(mirror, change, signal),
    readBase: fileReader(mirror, change.baseSha, signal),
    readHead: fileReader(mirror, change.headSha, signal),
  };
}
