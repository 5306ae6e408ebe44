import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { execa } from 'execa';
import type { WorkItem } from '../domain/work-item.ts';
import { UsageError } from './usage-error.ts';

/** Nothing that a repository's own configuration names may run while we look at it. */
const INERT = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

/** A work item for the current commit of a local repository, as it is committed: what is not committed is not judged. */
export async function workItemOfRepository(folder: string, base: string): Promise<WorkItem> {
  const dir = resolve(folder);
  const head = await git(
    dir,
    ['rev-parse', '--verify', 'HEAD^{commit}'],
    `${folder} is not a git repository with a commit.`,
  );
  await git(
    dir,
    ['rev-parse', '--verify', '--end-of-options', `refs/heads/${base}`],
    `${folder} has no branch ${base}: name one with --base.`,
  );
  const title = await git(dir, ['log', '-1', '--format=%s', head], 'The commit cannot be read.');
  const branch = await git(dir, ['rev-parse', '--abbrev-ref', 'HEAD'], 'The branch cannot be read.');
  const id = createHash('sha256').update(`${dir}\n${head}\n${base}\n${Date.now()}`).digest('hex').slice(0, 12);
  return {
    work_item_id: `local-${id}`,
    title,
    repo: { owner: 'local', name: nameOf(dir), clone_url: dir, default_branch: base, language: 'unknown' },
    pipeline: {
      stage: 'implemented',
      attempt: 0,
      trace: [],
      feedback_history: [],
      pr_number: null,
      branch_name: branch === 'HEAD' ? null : branch,
      head_sha: head,
    },
  };
}

function nameOf(dir: string): string {
  return (
    basename(dir)
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '') || 'repository'
  );
}

async function git(dir: string, args: string[], otherwise: string): Promise<string> {
  const { stdout, failed } = await execa('git', [...INERT, '-C', dir, ...args], { reject: false });
  if (failed) throw new UsageError(otherwise);
  return stdout.trim();
}
