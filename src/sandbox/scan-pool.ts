import type { ScanInput } from '../security/scan-input.ts';
import type { ChildAnswer, ScanChild } from './scan-process.ts';

export interface ScanPoolOptions {
  /** The longest that one file may take. */
  fileTimeoutMs: number;
  /** Then a new process takes over: the parser does not give its memory back, some 200 bytes for each that it read. */
  bytesPerChild: number;
  startChild: () => ScanChild;
}

/** One scanning process at a time, replaced when it is used up or dead. */
export interface ScanPool {
  /** A file that a process died of gets a second try in a fresh one, alone: memory that earlier files took is not its fault. */
  scan: (input: ScanInput, deadline: number, signal: AbortSignal) => Promise<ChildAnswer>;
  close: () => void;
}

export function startScanPool({ fileTimeoutMs, bytesPerChild, startChild }: ScanPoolOptions): ScanPool {
  let child: ScanChild | null = null;
  let used = 0;
  const drop = (): void => {
    child?.close();
    child = null;
    used = 0;
  };
  const once = async (input: ScanInput, deadline: number, signal: AbortSignal): Promise<ChildAnswer> => {
    if (used >= bytesPerChild) drop();
    child ??= startChild();
    used += (input.before?.byteLength ?? 0) + (input.after?.byteLength ?? 0);
    const limitMs = Math.max(1, Math.min(fileTimeoutMs, deadline - Date.now()));
    const answer = await child.scan(input, limitMs, signal);
    if (answer.kind === 'died') drop();
    return answer;
  };
  return {
    scan: async (input, deadline, signal) => {
      const first = await once(input, deadline, signal);
      return first.kind === 'scanned' || Date.now() >= deadline ? first : once(input, deadline, signal);
    },
    close: drop,
  };
}
