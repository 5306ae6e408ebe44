import { randomUUID } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { cleanText, cutText } from '../domain/clean-text.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { askGit, readNames, withoutFilters } from './local-git.ts';
import { say } from './streams.ts';
import { UsageError } from './usage-error.ts';

const MOST_TITLE = 200;

/**
 * A work item for the current commit of a local repository, compared with the branch `base` of it. What is not committed is not
 * judged, and that is said. Every call is a work item of its own. Throws `UsageError`.
 */
export async function workItemOfRepository(folder: string, base: string): Promise<WorkItem> {
  const top = (await askGit(resolve(folder), ['rev-parse', '--show-toplevel']))?.toString('utf8').replace(/\n$/, '');
  const dir = top ?? resolve(folder);
  const head = await ask(
    dir,
    ['rev-parse', '--verify', 'HEAD^{commit}'],
    `${folder} is not a git repository with a commit.`,
  );
  await ask(dir, ['rev-parse', '--verify', '--end-of-options', `refs/heads/${base}`], noBranch(folder, base));
  const title = await ask(dir, ['log', '-1', '--format=%s', head], 'The commit cannot be read.');
  const branch = await ask(dir, ['rev-parse', '--abbrev-ref', 'HEAD'], 'The branch cannot be read.');
  await sayWhatIsNotJudged(dir);
  return {
    work_item_id: `local-${randomUUID()}`,
    title: cutText(cleanText(title), MOST_TITLE),
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

function noBranch(folder: string, base: string): string {
  return `${folder} has no branch ${base}: name one with --base, or make it (git branch ${base} origin/${base}).`;
}

/** A name that a repository may have. */
function nameOf(dir: string): string {
  const name = basename(dir)
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/(?:\.git)+$/i, '');
  return name.slice(0, 100) || 'repository';
}

async function sayWhatIsNotJudged(dir: string): Promise<void> {
  const inert = await withoutFilters(dir);
  const lists = await Promise.all([
    askGit(dir, ['ls-files', '-z', '--modified', '--others', '--exclude-standard'], inert),
    askGit(dir, ['diff-index', '--cached', '-z', '--name-only', 'HEAD'], inert),
  ]);
  const names = new Set(lists.flatMap((list) => (list === null ? [] : readNames(list))));
  if (names.size > 0) say(`warning: ${names.size} files are changed but not committed: they are not judged`);
}

async function ask(dir: string, args: readonly string[], otherwise: string): Promise<string> {
  const answer = await askGit(dir, args);
  if (answer === null) throw new UsageError(otherwise);
  return answer.toString('utf8').trim();
}
