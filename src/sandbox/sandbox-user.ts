import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whom the commands of a repository run as, where the worker itself is root. */
export interface SandboxUser {
  uid: number;
  gid: number;
}

/** In a range that neither Debian, systemd nor a distribution's `useradd` hands out, so that no other process has it. */
export const SANDBOX_USER: SandboxUser = { uid: 60_999, gid: 60_999 };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Whether that user can walk to every one of these paths: one closed folder on the way (`/root`) hides what is below. */
export function canReach(user: SandboxUser, paths: readonly string[]): boolean {
  return paths.every((path) => ancestors(path).every((folder) => mayEnter(user, folder)));
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...ancestors(above), path];
}

function mayEnter(user: SandboxUser, path: string): boolean {
  try {
    const { mode, gid, uid } = statSync(path);
    if (uid === user.uid) return (mode & 0o100) !== 0;
    return gid === user.gid ? (mode & 0o010) !== 0 : (mode & 0o001) !== 0;
  } catch {
    return false;
  }
}

/** The user that a checkout was made for; `null` where the worker runs as itself: it is no root, or the user could not reach the folder. */
export function ownerOf(checkoutDir: string): SandboxUser | null {
  if (!isRoot()) return null;
  const { uid, gid } = statSync(checkoutDir);
  return uid === 0 ? null : { uid, gid };
}
