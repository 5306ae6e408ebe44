import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

/** `lex-validator bridge` as an operator runs it: a process of its own, which can be killed. */
export interface BridgeProcess {
  /** Lines of the log, parsed; what is no JSON stands under `text`. */
  log: Record<string, unknown>[];
  /** All of standard error. */
  text: () => string;
  ready: (withinMs?: number) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code, or the signal. */
  ended: Promise<number | NodeJS.Signals>;
  /** In bytes, what it holds of memory now. */
  memory: () => number;
}

export function aBridgeProcess(args: readonly string[]): BridgeProcess {
  const child = spawn(process.execPath, [join(process.cwd(), 'dist/src/cli.js'), 'bridge', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log: Record<string, unknown>[] = [];
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    log.splice(0, log.length, ...text.split('\n').slice(0, -1).map(parsed));
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  return {
    log,
    text: () => text,
    ready: (withinMs = 30_000) =>
      eventually(
        () => log.some(({ msg }) => msg === 'taking work items'),
        withinMs,
        () => text,
      ),
    kill: (signal) => child.kill(signal),
    ended,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    },
  };
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { text: line };
  }
}
