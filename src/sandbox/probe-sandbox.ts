import { execFile } from 'node:child_process';
import { sandboxBase } from './bubblewrap.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** Whether bubblewrap can do here all that we ask of it, and if not, one sentence why. */
export type SandboxProbe = { available: true } | { available: false; because: string };

/** What our own helpers (bwrap, prlimit, setpriv) are started with: nothing that a suite could find out. */
export const BARE_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };

/** Runs `true` in the very sandbox that a suite would get. As root, `user` is whom the suite would run as. */
export async function probeSandbox(user: SandboxUser | null = null): Promise<SandboxProbe> {
  const prefix = user === null ? [] : setprivCommand(user);
  const [program, ...rest] = [...prefix, 'bwrap', ...sandboxBase('none'), '--', '/usr/bin/true'];
  return new Promise((resolve) => {
    execFile(program, rest, { env: BARE_ENVIRONMENT, timeout: 10_000, cwd: '/' }, (error, _stdout, stderr) => {
      resolve(error === null ? { available: true } : { available: false, because: explain(error.code, stderr) });
    });
  });
}

/** Becomes that user, with no group but its own. */
export function setprivCommand({ uid, gid }: SandboxUser): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
}

function explain(code: unknown, stderr: string): string {
  const said = stderr.trim().split('\n')[0] ?? '';
  if (code === 'ENOENT' || /failed to execute bwrap/.test(said)) return 'bubblewrap (bwrap) is not installed';
  if (/Unknown option/.test(said)) return `this bubblewrap is older than 0.8.0 (${said})`;
  return `bubblewrap does not work here: ${said === '' ? 'it said nothing' : said}`;
}
