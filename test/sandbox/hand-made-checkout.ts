import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkout, CommandRequest } from '../../src/activities/ports.ts';
import { canReach, isRoot, SANDBOX_USER } from '../../src/sandbox/sandbox-user.ts';

/** Folders like those of a checkout, without a repository; as root they belong to the sandbox's user. */
export function makeCheckout(owner: 'sandbox' | 'worker' = 'sandbox'): Checkout & { remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'lex-run-'));
  const dirs = { dir: join(root, 'repo'), reportDir: join(root, 'report'), gitObjectsDir: join(root, 'objects') };
  for (const dir of [root, ...Object.values(dirs)]) {
    mkdirSync(dir, { recursive: true });
    if (isRoot() && owner === 'sandbox' && dir !== dirs.gitObjectsDir && canReach(SANDBOX_USER, [tmpdir()]))
      chownSync(dir, SANDBOX_USER.uid, SANDBOX_USER.gid);
  }
  const nothing = (): Promise<null> => Promise.resolve(null);
  return {
    ...dirs,
    changedFiles: [],
    readBase: nothing,
    readHead: nothing,
    remove: () => rmSync(root, { recursive: true }),
  };
}

export function shell(checkout: Checkout, script: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return { command: ['sh', '-c', script], checkout, timeoutMs: 20_000, sandbox: 'preferred', ...more };
}

/** Process ids on this machine whose command line holds this text: sandboxed ones are seen from here too. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

export const never = new AbortController().signal;
