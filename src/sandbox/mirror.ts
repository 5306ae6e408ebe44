import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckoutSource } from '../domain/plan.ts';
import { CommitMissing, GitFailed, NoMergeBase, RepositoryMissing } from './checkout-errors.ts';
import { makeFolder } from './checkout-folders.ts';
import { runGit, runGitOrThrow } from './git.ts';
import { withLock } from './lock.ts';
import { branchRef, changeRefs, commitId, mirrorRefs } from './refs.ts';
import type { Remote } from './remote.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** A bare copy of a repository on this machine, shared by all runs of it. Nothing from the repository runs in it. */
export interface Mirror {
  dir: string;
  remote: Remote;
}

export interface MirrorPlace {
  baseDir: string;
  user: SandboxUser | null;
}

/** Says that the mirror was made to the end. */
const READY = 'lex-validator-ready';

/** Makes the mirror where it is not there yet. The sandbox's user may read it, if there is one; nobody else may. */
export async function openMirror(place: MirrorPlace, remote: Remote, signal: AbortSignal): Promise<Mirror> {
  const mirrors = join(place.baseDir, 'mirrors');
  const dir = join(mirrors, createHash('sha256').update(remote.url).digest('hex'));
  if (!existsSync(join(dir, READY))) {
    await makeFolder(mirrors, place.user);
    await withLock(dir, signal, () => makeMirror(dir, place.user));
  }
  return { dir, remote };
}

async function makeMirror(dir: string, user: SandboxUser | null): Promise<void> {
  const readable = user === null ? [] : ['--shared=0644'];
  await runGitOrThrow({ args: ['init', '--quiet', '--bare', '--template=', ...readable, '--', dir] });
  await writeFile(join(dir, READY), '');
}

export async function hasCommit(mirror: Mirror, sha: string, signal: AbortSignal): Promise<boolean> {
  const { code } = await runGit({ gitDir: mirror.dir, args: ['cat-file', '-e', `${sha}^{commit}`], signal });
  return code === 0;
}

/** Fetches the change and the default branch and returns the two commits at their tips. */
export async function fetchChange(
  mirror: Mirror,
  source: CheckoutSource,
  signal: AbortSignal,
): Promise<{ head: string; base: string }> {
  return withLock(mirror.dir, signal, async () => {
    const base = await fetchBase(mirror, source, signal);
    const head =
      source.headSha === null ? await fetchTip(mirror, source, signal) : await fetchCommit(mirror, source, signal);
    return { head, base };
  });
}

async function fetchBase(mirror: Mirror, { defaultBranch }: CheckoutSource, signal: AbortSignal): Promise<string> {
  const ref = mirrorRefs.base(defaultBranch);
  if (!(await fetchRef(mirror, branchRef(defaultBranch), ref, signal))) {
    throw new NoMergeBase(`the default branch ${defaultBranch} is not on the remote`);
  }
  return resolve(mirror, ref, signal);
}

async function fetchTip(mirror: Mirror, source: CheckoutSource, signal: AbortSignal): Promise<string> {
  for (const ref of changeRefs(source)) {
    if (await fetchRef(mirror, ref, mirrorRefs.fetched, signal)) return resolve(mirror, mirrorRefs.fetched, signal);
  }
  const where = source.branch === null ? `pull request ${source.prNumber ?? '(none)'}` : `branch ${source.branch}`;
  throw new CommitMissing(`${where} is not on the remote`);
}

/** By its id where the remote allows that, else through the branch or pull request that should hold it. */
async function fetchCommit(mirror: Mirror, source: CheckoutSource, signal: AbortSignal): Promise<string> {
  const sha = commitId(source.headSha ?? '');
  if (await hasCommit(mirror, sha, signal)) return sha;
  for (const ref of [sha, ...changeRefs(source)]) {
    if ((await fetchRef(mirror, ref, mirrorRefs.fetched, signal)) && (await hasCommit(mirror, sha, signal))) return sha;
  }
  throw new CommitMissing(`the pushed commit ${sha} is not on the remote`);
}

/** False where the remote answered and has no such thing (or does not give it away); everything else is thrown. */
async function fetchRef(mirror: Mirror, from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const flags = [
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--no-auto-gc',
    '--refmap=',
  ];
  const args = ['fetch', ...flags, '--', mirror.remote.url, `+${from}:${to}`];
  const { code, stderr } = await runGit({ gitDir: mirror.dir, args, env: mirror.remote.env, signal });
  if (code === 0) return true;
  if (/couldn't find remote ref|not our ref|unadvertised object|no such remote ref/i.test(stderr)) return false;
  throw explainRemote(mirror.remote.scrub(stderr));
}

/** The tip of exactly this ref as the remote has it now; `null` where it has none. */
export async function readRemoteRef(remote: Remote, ref: string, signal: AbortSignal): Promise<string | null> {
  const { code, stdout, stderr } = await runGit({
    args: ['ls-remote', '--quiet', '--', remote.url, ref],
    env: remote.env,
    signal,
  });
  if (code !== 0) throw explainRemote(remote.scrub(stderr));
  const rows = stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const sha = rows.find(([, name]) => name === ref)?.[0];
  return sha === undefined ? null : commitId(sha);
}

async function resolve(mirror: Mirror, ref: string, signal: AbortSignal): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  return commitId((await runGitOrThrow({ gitDir: mirror.dir, args, signal })).toString('utf8').trim());
}

function explainRemote(stderr: string): Error {
  const lines = stderr.trim().split('\n');
  // ssh says why in a line of its own, before git says that it could not.
  const why = lines.find((line) => /denied|verification failed|timed? ?out|refused|could not resolve/i.test(line));
  const said = why ?? lines.find((line) => /fatal|error/i.test(line)) ?? stderr.trim();
  if (
    /^(?:fatal: repository '.*' not found|ERROR: Repository not found|fatal: '.*' does not appear to be a git repository)/m.test(
      stderr,
    )
  ) {
    return new RepositoryMissing('the remote has no such repository, or none that our credential may see');
  }
  return new GitFailed(`the remote could not be read: ${said.slice(0, 300)}`);
}
