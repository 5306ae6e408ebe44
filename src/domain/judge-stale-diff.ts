import type { Outcome } from './check.ts';
import type { StaleDiffEvidence } from './evidence.ts';

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * Passes only where the head is the very commit that was judged. A head that moved on, or is gone, fails: what would ship
 * is not what was looked at. Names that are not full commits prove nothing, nor does a change that was compared with another branch
 * than it will be merged into: the files that it changes there were not all looked at.
 */
export function judgeStaleDiff({ pushed, head, state, branches, where }: StaleDiffEvidence): Outcome {
  const judged = pushed.toLowerCase();
  if (!FULL_SHA.test(judged))
    return { status: 'unjudged', because: `the validated commit is not a full commit id: ${pushed}` };
  if (head === null)
    return { status: 'failed', score: 0, issues: [`${where} is gone, validated commit is ${judged.slice(0, 7)}`] };
  if (state === 'closed' || state === 'merged')
    return { status: 'failed', score: 0, issues: [`${where} is ${state}: it does not wait for a verdict any more`] };
  const now = head.toLowerCase();
  if (!FULL_SHA.test(now))
    return { status: 'unjudged', because: `the head of ${where} is not a full commit id: ${head}` };
  if (now === judged) return judgeBranches(branches, where);
  const length = now.slice(0, 7) === judged.slice(0, 7) ? judged.length : 7;
  return {
    status: 'failed',
    score: 0,
    issues: [`${where} head is ${now.slice(0, length)}, validated commit is ${judged.slice(0, length)}`],
  };
}

/** The work item names the branch, and the developer cannot mend that: not its failure. */
function judgeBranches(branches: StaleDiffEvidence['branches'], where: string): Outcome {
  if (branches === undefined || branches.into === branches.compared) return { status: 'passed', score: 1 };
  return {
    status: 'unjudged',
    because: `${where} goes into ${branches.into}, and the change was compared with ${branches.compared}, which the work item names (repo.default_branch)`,
  };
}
