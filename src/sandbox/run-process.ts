import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { collectOutput } from './collect-output.ts';
import { STATUS_FD } from './bubblewrap.ts';
import { findInheritedDescriptors } from './inherited-descriptors.ts';
import { openOutputPipe } from './output-pipe.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** A process ready to be started, and how to end all that comes of it. */
export interface Launch {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Whom the output's pipe belongs to, so that the command can open it again. */
  user: SandboxUser | null;
  /** What is to be read from descriptor 4, 5, … */
  feeds: readonly string[];
  /** `pid` as long as the process lives, so that nobody else's is ended who got its number; `session` is the number that it had. */
  killTree: (process: { pid?: number; session?: number }) => Promise<void>;
}

export interface ProcessBounds {
  timeoutMs: number;
  maxOutputBytes: number;
}

/** What was seen of a process, before anyone says what it means. */
export interface ProcessFacts {
  /** Why we ended it ourselves, if we did. */
  stopped: 'timed-out' | 'flooded' | 'cancelled' | null;
  code: number | null;
  signal: string | null;
  /** What bubblewrap wrote to its status descriptor. */
  status: string;
  output: string;
  tail: string;
  /** It could not be started at all. */
  spawnError: string | null;
}

/** How long a pipe may stay open after everything that we could find was ended. */
const PIPE_GRACE_MS = 2_000;

/** Runs it to its end, whatever end that is, and leaves nothing of it behind. Spawns from the calling thread, on which bubblewrap's life depends. */
export async function runProcess(launch: Launch, bounds: ProcessBounds, signal: AbortSignal): Promise<ProcessFacts> {
  const collector = collectOutput(bounds.maxOutputBytes);
  const pipe = await openOutputPipe(launch.user);
  const child = start(launch, pipe.writer);
  let stopped: ProcessFacts['stopped'] = null;
  const stop = (why: NonNullable<ProcessFacts['stopped']>): void => {
    if (stopped !== null) return;
    stopped = why;
    void launch.killTree({ pid: child.pid, session: child.pid });
  };
  let status = '';
  pipe.reader.on('data', (chunk: Buffer) => {
    if (!collector.add(chunk)) stop('flooded');
  });
  (child.stdio[STATUS_FD] as Readable | undefined)?.on('data', (chunk: Buffer) => (status += chunk.toString('utf8')));
  const onAbort = (): void => stop('cancelled');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const timer = setTimeout(() => stop('timed-out'), bounds.timeoutMs);
  const ended = await waitForEnd(child, launch, pipe.reader);
  clearTimeout(timer);
  signal.removeEventListener('abort', onAbort);
  return { ...ended, stopped, status, output: collector.output(), tail: collector.tail() };
}

function start(launch: Launch, output: number): ChildProcess {
  const [program = '', ...rest] = launch.argv;
  const pipes = launch.feeds.length === 0 ? 0 : launch.feeds.length + 1;
  const nothing = openSync('/dev/null', 'r');
  const stdio = describeStdio(pipes, output, nothing);
  const child = spawn(program, rest, { cwd: launch.cwd, env: launch.env, detached: true, stdio });
  closeSync(nothing);
  closeSync(output);
  launch.feeds.forEach((content, index) => {
    const pipe = child.stdio[STATUS_FD + 1 + index] as Writable | undefined;
    pipe?.on('error', () => undefined);
    pipe?.end(content);
  });
  return child;
}

/** The usual three, then our pipes, then `/dev/null` in the place of everything that would be handed down by accident. */
function describeStdio(pipes: number, output: number, nothing: number): ('ignore' | 'pipe' | number)[] {
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', output, 'ignore'];
  for (let index = 0; index < pipes; index += 1) stdio.push('pipe');
  const ours = stdio.length;
  for (const fd of findInheritedDescriptors().filter((number) => number >= ours)) {
    while (stdio.length <= fd) stdio.push('ignore');
    stdio[fd] = nothing;
  }
  return stdio;
}

type Ended = Pick<ProcessFacts, 'code' | 'signal' | 'spawnError'>;

/** The end of the process is not the end of its tree: a grandchild may hold the pipe for ever. */
async function waitForEnd(child: ChildProcess, launch: Launch, output: Readable): Promise<Ended> {
  const closed = Promise.allSettled([once(child, 'close'), finished(output)]);
  const ended = await new Promise<Ended>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, spawnError: error.message }));
    child.once('exit', (code, signal) => resolve({ code, signal, spawnError: null }));
  });
  if (ended.spawnError !== null) {
    output.destroy();
    return ended;
  }
  await launch.killTree({ session: child.pid });
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<void>((resolve) => (timer = setTimeout(resolve, PIPE_GRACE_MS)));
  await Promise.race([closed, grace]);
  clearTimeout(timer);
  for (const stream of [output, ...child.stdio]) stream?.destroy();
  return ended;
}
