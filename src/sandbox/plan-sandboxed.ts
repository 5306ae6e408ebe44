import type { CommandRequest } from '../activities/ports.ts';
import { ARGUMENTS_FD, INSIDE, sandboxArguments } from './bubblewrap.ts';
import type { Cgroup } from './cgroup.ts';
import { killProcess } from './kill-process.ts';
import type { LaunchPlan, Surroundings } from './launch-plan.ts';
import { launcher } from './launcher.ts';
import { searchPath } from './node-prefix.ts';
import { fillIn, insideRepo } from './placeholders.ts';
import { BARE_ENVIRONMENT } from './probe-sandbox.ts';
import { readSandboxedEnd } from './read-end.ts';
import type { Launch } from './run-process.ts';
import { isRoot, type SandboxUser } from './sandbox-user.ts';

export async function planSandboxed(request: CommandRequest, around: Surroundings): Promise<LaunchPlan> {
  const cwd = insideRepo(INSIDE.repo, request.cwd);
  if (cwd === null)
    return {
      kind: 'refused',
      end: { kind: 'sandbox-failed', detail: 'the working folder is outside of the checkout' },
    };
  const { command, env } = fillIn(request, INSIDE);
  const path = searchPath(around.nodePrefix);
  const environment = { PATH: path, HOME: INSIDE.home, LANG: 'C.UTF-8', TMPDIR: '/tmp', ...env };
  const made = madeFiles(request.network ?? 'none', around.user);
  const files = made.map(({ path: file }, index) => ({ path: file, fd: ARGUMENTS_FD + 1 + index }));
  const readOnlyBinds = [...(around.nodePrefix === null ? [] : [around.nodePrefix]), ...around.extraReadOnlyBinds];
  const rename = isRoot() && around.user === null;
  const options = sandboxArguments(request, { limits: around.limits, readOnlyBinds, files, environment, rename, cwd });
  const launch: Launch = {
    argv: [...launcher(around), 'bwrap', '--args', String(ARGUMENTS_FD), '--', ...command],
    env: BARE_ENVIRONMENT,
    cwd: '/',
    user: around.user,
    feeds: [`${options.join('\0')}\0`, ...made.map(({ content }) => content)],
    killTree: killer(around.cgroup),
  };
  return Promise.resolve({
    kind: 'ready',
    launch,
    sandboxed: true,
    readEnd: readSandboxedEnd,
    cleanUp: () => Promise.resolve(),
  });
}

/** The pid namespace dies with its first process, and that one with bubblewrap. */
function killer(cgroup: Cgroup | null): Launch['killTree'] {
  return async ({ pid }) => {
    if (pid !== undefined) killProcess(pid);
    await cgroup?.kill();
  };
}

/** Accounts and host names that hold nothing of the machine's. */
function madeFiles(network: 'none' | 'shared', user: SandboxUser | null): { path: string; content: string }[] {
  const uid = user?.uid ?? (isRoot() ? 65_534 : (process.getuid?.() ?? 1000));
  const gid = user?.gid ?? (isRoot() ? 65_534 : (process.getgid?.() ?? 1000));
  const hosts = { path: '/etc/hosts', content: '127.0.0.1 localhost sandbox\n::1 localhost sandbox\n' };
  return [
    {
      path: '/etc/passwd',
      content: `root:x:0:0:root:/root:/bin/sh\nsuite:x:${uid}:${gid}:suite:${INSIDE.home}:/bin/sh\n`,
    },
    { path: '/etc/group', content: `root:x:0:\nsuite:x:${gid}:\n` },
    ...(network === 'none' ? [hosts] : []),
  ];
}
