import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileScan, ScanInput } from '../security/scan-input.ts';
import { readScanAnswer } from './scan-messages.ts';

/** For JavaScript objects; the trees of the parser live outside of it and are bounded by the size of what is parsed. */
const HEAP_MB = 512;

/** What became of one file in the child: `died` says why there is no answer. */
export type ChildAnswer = { kind: 'scanned'; scan: FileScan } | { kind: 'died'; because: string };

/** A process that scans one file at a time. */
export interface ScanChild {
  /** Resolves whatever happens to the process; rejects with the signal's reason, after killing it. A child that died stays dead. */
  scan: (input: ScanInput, limitMs: number, signal: AbortSignal) => Promise<ChildAnswer>;
  isAlive: () => boolean;
  close: () => void;
}

/** The compiled child: beside us, or in `dist` where we run from the source, as tests do. */
function childPath(): string {
  const inSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(inSource ? '../../dist/src/sandbox/scan-child.js' : './scan-child.js', import.meta.url));
}

function startProcess(path: string): ChildProcess {
  return fork(path, [], {
    cwd: '/',
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Starts the process at once, so that it loads its grammars meanwhile. It ends with us, and keeps nobody from ending. */
export function startScanChild(path: string = childPath()): ScanChild {
  const child = startProcess(path);
  let sent = 0;
  child.on('error', () => child.kill('SIGKILL'));
  child.unref();
  child.channel?.unref();
  return {
    isAlive: () => isAlive(child),
    scan: (input, limitMs, signal) => ask(child, { id: (sent += 1), input }, limitMs, signal),
    close: () => child.kill('SIGKILL'),
  };
}

function isAlive({ exitCode, signalCode, killed, connected }: ChildProcess): boolean {
  return exitCode === null && signalCode === null && !killed && connected;
}

function ask(
  child: ChildProcess,
  request: { id: number; input: ScanInput },
  limitMs: number,
  signal: AbortSignal,
): Promise<ChildAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const die = (because: string): void => {
      child.kill('SIGKILL');
      settle(() => resolve({ kind: 'died', because }));
    };
    const onMessage = (message: unknown): void => {
      const scan = readScanAnswer(message, request.id);
      if (scan === null) die('the scan gave an answer that makes no sense');
      else settle(() => resolve({ kind: 'scanned', scan }));
    };
    const onExit = (): void => die('the scan of it ended the scanning process');
    const onAbort = (): void => {
      child.kill('SIGKILL');
      settle(() => reject(signal.reason as Error));
    };
    const timer = setTimeout(() => die(`the scan of it took longer than ${limitMs} ms`), limitMs);
    child.on('message', onMessage);
    child.once('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (!isAlive(child)) onExit();
    else child.send(request, (error) => error && die('the scanning process was gone'));
  });
}
