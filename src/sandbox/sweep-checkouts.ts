import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sweepCgroups } from './cgroup.ts';
import { removeAbandoned } from './checkout-folders.ts';
import { dropAbandonedRefs } from './keep-refs.ts';
import { removeIfStale } from './lock.ts';

/** For worker start: removes what a worker left that was killed, and nothing that a living one on this machine uses. */
export async function sweepCheckouts(folder: string): Promise<void> {
  const baseDir = resolve(folder);
  await removeAbandoned(baseDir);
  await dropAbandonedRefs(baseDir);
  const mirrors = join(baseDir, 'mirrors');
  const locks = (await readdir(mirrors).catch(() => [])).filter((name) => name.endsWith('.lock'));
  for (const lock of locks) await removeIfStale(join(mirrors, lock));
  await sweepCgroups();
}
