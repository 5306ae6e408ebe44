import { randomUUID } from 'node:crypto';
import { lstat, readlink, rename, rm, symlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSelf, isGone, type ProcessOwner } from './process-owner.ts';

const POLL_MS = 25;
/** Whether a process of another container lives cannot be seen from here, and no fetch takes that long. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Lets one at a time work on a path, across the processes of a machine. The lock is a link whose target says who holds
 * it: made and filled in one step, so that none is ever found half written.
 */
export async function withLock<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const mine = JSON.stringify({ ...describeSelf(), token: randomUUID() });
  while (!(await take(lock, mine))) {
    await removeIfStale(lock);
    await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  try {
    return await work();
  } finally {
    if ((await holder(lock)) === mine) await rm(lock, { force: true });
  }
}

async function take(lock: string, mine: string): Promise<boolean> {
  try {
    await symlink(mine, lock);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

async function holder(lock: string): Promise<string | null> {
  return readlink(lock).catch(() => null);
}

/** Moves the lock of a dead process away; what turns out to be a living one's, taken in between, is put back. */
export async function removeIfStale(lock: string): Promise<void> {
  const seen = await holder(lock);
  if (seen === null || !(isDead(seen) || (await isAbandoned(lock)))) return;
  const aside = `${lock}.${randomUUID()}`;
  const moved = await rename(lock, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await holder(aside)) === seen) await rm(aside, { force: true });
  else await rename(aside, lock);
}

function isDead(target: string): boolean {
  try {
    return isGone(JSON.parse(target) as ProcessOwner);
  } catch {
    return true;
  }
}

async function isAbandoned(lock: string): Promise<boolean> {
  const made = await lstat(lock).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > ABANDONED_MS;
}
