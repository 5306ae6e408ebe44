import { readFileSync } from 'node:fs';

/** What a command of a repository may take. All sizes in bytes. */
export interface Limits {
  /** Of the whole tree where a cgroup can be made, and of each process's data either way. */
  memoryBytes: number;
  /** Processes and threads of the whole tree; needs a cgroup, or a user of its own. */
  processes: number;
  /** Of one file that it writes. */
  fileBytes: number;
  /** Of `/tmp` and of `/dev/shm`, which are memory. */
  tmpBytes: number;
  shmBytes: number;
}

const GIB = 1024 ** 3;
export const DEFAULT_LIMITS: Limits = {
  memoryBytes: 4 * GIB,
  processes: 2048,
  fileBytes: 2 * GIB,
  tmpBytes: 2 * GIB,
  shmBytes: GIB / 2,
};

/**
 * `prlimit` in front of a command. The number of processes is counted per user, so it is set only where the user is
 * the sandbox's own: a person's desktop has more of them than a suite may start.
 */
export function prlimitCommand(limits: Limits, ownUser: boolean): string[] {
  const data = atMost('Max data size', limits.memoryBytes);
  const fsize = atMost('Max file size', limits.fileBytes);
  const nproc = ownUser ? [`--nproc=${atMost('Max processes', limits.processes)}`] : [];
  return ['prlimit', '--core=0', `--data=${data}`, `--fsize=${fsize}`, ...nproc, '--'];
}

/** A limit can only be lowered: asking for more than the worker itself has would fail the command. */
function atMost(name: string, wanted: number): number {
  const row = readOwnLimits().find((line) => line.startsWith(name));
  const hard = Number(row?.slice(name.length).trim().split(/\s+/)[1]);
  return Number.isFinite(hard) ? Math.min(hard, wanted) : wanted;
}

function readOwnLimits(): string[] {
  try {
    return readFileSync('/proc/self/limits', 'utf8').split('\n');
  } catch {
    return [];
  }
}
