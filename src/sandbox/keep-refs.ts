import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../domain/plan.ts';
import { runGit, runGitOrThrow } from './git.ts';
import type { Mirror } from './mirror.ts';
import { folderName, mirrorRefs } from './refs.ts';

/** Names a run's commits in the mirror, so that pruning it by hand never breaks a checkout that borrows from it. */
export async function keepCommits(mirror: Mirror, runId: string, { headSha, baseSha }: Change): Promise<void> {
  const ref = mirrorRefs.run(runId);
  for (const sha of [headSha, baseSha]) {
    await runGitOrThrow({ gitDir: mirror.dir, args: ['update-ref', `${ref}/${sha}`, sha] });
  }
}

/** Lets go of them, in whatever mirrors they are. */
export async function dropKeepRefs(baseDir: string, runId: string): Promise<void> {
  await dropRefs(baseDir, `${mirrorRefs.run(runId)}/`);
}

/** For worker start: lets go of the commits of all runs that have no folder any more. */
export async function dropAbandonedRefs(baseDir: string): Promise<void> {
  const living = new Set(await readdir(join(baseDir, 'runs')).catch(() => []));
  await dropRefs(baseDir, 'refs/lex/runs/', (ref) => !living.has(folderName(ref.split('/')[3] ?? '')));
}

async function dropRefs(baseDir: string, prefix: string, choose: (ref: string) => boolean = () => true): Promise<void> {
  const mirrors = join(baseDir, 'mirrors');
  const names = (await readdir(mirrors).catch(() => [])).filter((name) => /^[0-9a-f]{64}$/.test(name));
  for (const name of names) {
    const gitDir = join(mirrors, name);
    const { stdout } = await runGit({ gitDir, args: ['for-each-ref', '--format=%(refname)', prefix] });
    const refs = stdout
      .toString('utf8')
      .split('\n')
      .filter((ref) => ref !== '' && choose(ref));
    for (const ref of refs) await runGit({ gitDir, args: ['update-ref', '-d', ref] });
  }
}
