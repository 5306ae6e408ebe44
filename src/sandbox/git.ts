import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { GitFailed } from './checkout-errors.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** One call of git. Arguments are an array; what comes from a work item stands behind `--` or in a refspec of ours. */
export interface GitCall {
  args: readonly string[];
  /** A bare repository, or the `.git` of a checkout that nothing has run in yet. */
  gitDir?: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  user?: SandboxUser | null;
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface GitAnswer {
  code: number;
  stdout: Buffer;
  /** In English, bounded, without any credential: those are handed over by environment and never echoed by git. */
  stderr: string;
}

/** Takes nothing from the machine's or a person's configuration, and asks nobody. */
const ISOLATED = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_ALLOW_PROTOCOL: '',
  HOME: '/nonexistent',
  LC_ALL: 'C',
};

/**
 * Nothing that a repository names is run, whatever a planted configuration says. And a fetch lands as one pack or not at
 * all: loose objects of one that was cut short could be a commit without its files.
 */
const HARMLESS = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.attributesFile=/dev/null', 'core.quotePath=false'],
  ...[
    'gc.auto=0',
    'maintenance.auto=false',
    'fetch.unpackLimit=1',
    'submodule.recurse=false',
    'advice.detachedHead=false',
  ],
].flatMap((setting) => ['-c', setting]);

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_STDERR = 4_000;

/** Resolves however git ends; rejects when it cannot be started, writes too much, or the signal says stop. */
export async function runGit(call: GitCall): Promise<GitAnswer> {
  call.signal?.throwIfAborted();
  const child = start(call);
  const kill = (): void => killGroup(child.pid);
  call.signal?.addEventListener('abort', kill, { once: true });
  try {
    return await listen(child, call, kill);
  } finally {
    call.signal?.removeEventListener('abort', kill);
  }
}

function start({ args, gitDir, cwd = '/', env, user }: GitCall): ChildProcessByStdio<null, Readable, Readable> {
  const where = gitDir === undefined ? [] : [`--git-dir=${gitDir}`];
  return spawn('git', [...HARMLESS, ...where, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', ...ISOLATED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(user ?? {}),
  });
}

async function listen(child: ReturnType<typeof start>, call: GitCall, kill: () => void): Promise<GitAnswer> {
  const [name = '', maxBytes] = [call.args[0], call.maxBytes ?? DEFAULT_MAX_BYTES];
  const stdout: Buffer[] = [];
  let [bytes, stderr] = [0, ''];
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) kill();
    else stdout.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new GitFailed(`git could not be started: ${error.message}`)));
    child.once('close', resolve);
  });
  call.signal?.throwIfAborted();
  if (bytes > maxBytes) throw new GitFailed(`git ${name} answered with more than ${maxBytes} bytes`);
  if (code === null) throw new GitFailed(`git ${name} was killed`);
  return { code, stdout: Buffer.concat(stdout), stderr };
}

/** Like `runGit`, for what cannot fail on a healthy machine. */
export async function runGitOrThrow(call: GitCall): Promise<Buffer> {
  const { code, stdout, stderr } = await runGit(call);
  if (code !== 0) throw new GitFailed(`git ${call.args[0] ?? ''} failed with ${code}: ${stderr.trim().slice(0, 300)}`);
  return stdout;
}

/** git talks to a remote through children of its own. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    /* it ended by itself */
  }
}
