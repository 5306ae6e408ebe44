import { createHash } from 'node:crypto';
import type { CheckoutSource } from '../domain/plan.ts';
import { RemoteInvalid } from './checkout-errors.ts';

const COMMIT = /^[0-9a-f]{40}$/;

/** git's own rules for a branch, so that no name becomes a second refspec, a pattern or an option. */
export function branchRef(branch: string): string {
  const odd = /[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|\/$|\.$/.test(branch);
  const parts = branch.split('/');
  if (odd || branch === '' || branch === '@' || parts.some((part) => part.startsWith('.') || part.endsWith('.lock'))) {
    throw new RemoteInvalid('the branch has a name that git does not allow');
  }
  return `refs/heads/${branch}`;
}

function pullRef(prNumber: number): string {
  if (!Number.isSafeInteger(prNumber) || prNumber < 1) throw new RemoteInvalid('the pull request has no valid number');
  return `refs/pull/${prNumber}/head`;
}

export function commitId(sha: string): string {
  const lower = sha.toLowerCase();
  if (!COMMIT.test(lower)) throw new RemoteInvalid('the pushed commit is not a full commit id of 40 hex digits');
  return lower;
}

/** Where on the remote the change may be, in the order in which to look. */
export function changeRefs({ branch, prNumber }: CheckoutSource): string[] {
  return [...(branch === null ? [] : [branchRef(branch)]), ...(prNumber === null ? [] : [pullRef(prNumber)])];
}

/** Our own names in the mirror: nothing of the remote's, which could collide (`a` and `a/b`) or hold anything. */
export const mirrorRefs = {
  fetched: 'refs/lex/fetched',
  base: (branch: string): string => `refs/lex/base/${createHash('sha256').update(branch).digest('hex').slice(0, 24)}`,
  run: (runId: string): string => `refs/lex/runs/${folderName(runId)}`,
};

/** A name from outside as one folder: itself where it is plain, else its digest. */
export function folderName(name: string): string {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(name)
    ? name
    : createHash('sha256').update(name).digest('hex').slice(0, 40);
}
