import { spawn } from 'node:child_process';

const STOP_LIMIT_MS = 7_000;
const TAIL_BYTES = 4_096;

/**
 * Runs the program in a process group of its own, so that Ctrl-C reaches us first, and ends the group when standard
 * input closes. The kernel closes it however we die, SIGKILL included: no server outlives us. SIGTERM comes first so
 * that the database is closed properly, SIGKILL after five seconds; a wrapper's children go with it.
 */
const SUPERVISOR = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
trap '' TERM
{ read -r _ <&3; kill -TERM 0; sleep 5; kill -KILL 0; } >/dev/null 2>&1 &
exec 3<&-
wait $server
kill -KILL 0
`;

export interface SupervisedProcess {
  /** Resolves once the whole group is gone, with the last of what it wrote. */
  ended: Promise<string>;
  /** Resolves once it is gone; calling it again is no error. */
  stop: () => Promise<void>;
}

/** Starts a long-running program that must never outlive this process. Its output is ours to read, never on our own. */
export function startSupervised(command: readonly string[], env: Readonly<Record<string, string>>): SupervisedProcess {
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'supervisor', ...command], {
    detached: true,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let tail = '';
  const keep = (chunk: Buffer): void => {
    tail = (tail + chunk.toString()).slice(-TAIL_BYTES);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.stdin.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(tail.trim()));
  });
  return { ended, stop: () => stopGroup(child, ended) };
}

async function stopGroup(child: ReturnType<typeof spawn>, ended: Promise<string>): Promise<void> {
  const force = setTimeout(() => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  }, STOP_LIMIT_MS);
  child.stdin?.end();
  await ended;
  clearTimeout(force);
}
