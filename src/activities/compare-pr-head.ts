import type { Outcome } from '../domain/check.ts';
import type { StaleDiffEvidence } from '../domain/evidence.ts';
import { judgeStaleDiff } from '../domain/judge-stale-diff.ts';
import type { CheckoutSource } from '../domain/plan.ts';
import { unjudgedWhenUnreadable } from './forge-failure.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { Checkouts, Forge } from './ports.ts';

export interface PrHeadDependencies {
  forge: Pick<Forge, 'fetchHead'>;
  checkouts: Pick<Checkouts, 'fetchBranchHead' | 'resolveChange'>;
}

export interface PrHeadInput {
  source: CheckoutSource;
  owner: string;
  name: string;
  /** The commit that was checked out and judged. */
  pushed: string;
}

type Head = Omit<StaleDiffEvidence, 'pushed'>;

async function pullRequestHead(
  { forge }: PrHeadDependencies,
  input: PrHeadInput & { number: number },
  signal: AbortSignal,
): Promise<Head> {
  const { owner, name, number, source } = input;
  const head = await forge.fetchHead({ owner, name, number }, signal);
  const where = `pull request #${number}`;
  if (head === null) return { head: null, where };
  return { head: head.sha, state: head.state, branches: { into: head.into, compared: source.defaultBranch }, where };
}

/** Without a pull request and a branch nothing can move; the named commit must still be the one that was judged. */
async function judgeNamedCommit(
  { checkouts }: PrHeadDependencies,
  { source, pushed }: PrHeadInput,
  signal: AbortSignal,
): Promise<Outcome> {
  if (source.headSha === null)
    return { status: 'unjudged', because: 'the work item names no pull request, branch or commit' };
  const { headSha } = await checkouts.resolveChange(source, signal);
  const outcome = judgeStaleDiff({ pushed, head: headSha, where: 'the named commit' });
  if (outcome.status !== 'passed') return outcome;
  return { ...outcome, notes: ['the work item names a commit alone: no pull request or branch was compared with it'] };
}

async function compare(deps: PrHeadDependencies, input: PrHeadInput, signal: AbortSignal): Promise<Outcome> {
  const { source, pushed } = input;
  if (source.prNumber !== null) {
    return judgeStaleDiff({ pushed, ...(await pullRequestHead(deps, { ...input, number: source.prNumber }, signal)) });
  }
  if (source.branch === null) return judgeNamedCommit(deps, input, signal);
  const head = await deps.checkouts.fetchBranchHead(source, signal);
  return judgeStaleDiff({ pushed, head, where: `branch ${source.branch}` });
}

/**
 * Check 5, and once more at the verdict: is the head of the pull request, or of the branch where there is none, still
 * the commit that the developer pushed.
 */
export function createComparePrHead(deps: PrHeadDependencies): (input: PrHeadInput) => Promise<Outcome> {
  return (input) => unjudgedWhenUnreadable(() => withHeartbeat((signal) => compare(deps, input, signal)));
}
