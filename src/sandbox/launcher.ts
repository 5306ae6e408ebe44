import { prlimitCommand } from './limits.ts';
import type { Surroundings } from './launch-plan.ts';
import { setprivCommand } from './probe-sandbox.ts';

/** Joins the groups while still the worker's user, and lets both outputs be one stream, in the order in which they came. */
const SCRIPT =
  'umask 022; exec 2>&1; n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1" || exit 125; shift; n=$((n-1)); done; exec "$@"';

/**
 * Dies with the worker, whose process id is its first argument. The death signal counts from when it is asked for, so a
 * worker that died before that is told by the parent, which is somebody else by now: then nothing is started.
 */
const WATCH = '[ "$PPID" = "$1" ] || exit 125; shift; exec "$@"';

/**
 * What stands in front of a command: constant shell lines that take all else as arguments, then the limits, then the
 * user. Each replaces the one before by exec, so that the process that we started is the one that we end.
 */
export function launcher({ cgroup, limits, user }: Surroundings): string[] {
  const procs = cgroup?.procs ?? [];
  return [
    ...['/bin/sh', '-c', SCRIPT, 'lex-validator', String(procs.length), ...procs],
    ...prlimitCommand(limits, user !== null),
    ...(user === null ? [] : setprivCommand(user)),
    ...['setpriv', '--pdeathsig', 'KILL', '--', '/bin/sh', '-c', WATCH, 'lex-validator', String(process.pid)],
  ];
}
