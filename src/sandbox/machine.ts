import { dirname } from 'node:path';
import { findNodePrefix } from './node-prefix.ts';
import { probeSandbox } from './probe-sandbox.ts';
import { canReach, isRoot, SANDBOX_USER, type SandboxUser } from './sandbox-user.ts';

/** What a checkout has to fit: whom its commands run as, and whether they run in bubblewrap. */
export interface Machine {
  user: SandboxUser | null;
  sandboxed: boolean;
}

/**
 * As root, commands run as a user of the sandbox's own, if that user can walk to the checkouts and to Node, and bubblewrap
 * works for it. Where not (a worker below `/root`, a kernel that denies it user namespaces) bubblewrap is started by root,
 * which is only another name inside then, and the selected binds and missing capabilities are what holds.
 */
export async function inspectMachine(baseDir: string, bubblewrap: 'auto' | 'off'): Promise<Machine> {
  const user = isRoot() && canReach(SANDBOX_USER, [dirname(baseDir), ...nodePaths()]) ? SANDBOX_USER : null;
  if (bubblewrap === 'off') return { user, sandboxed: false };
  if ((await probeSandbox(user)).available) return { user, sandboxed: true };
  const sandboxed = user !== null && (await probeSandbox(null)).available;
  return { user: sandboxed ? null : user, sandboxed };
}

function nodePaths(): string[] {
  const prefix = findNodePrefix();
  return prefix === null ? [] : [prefix];
}
