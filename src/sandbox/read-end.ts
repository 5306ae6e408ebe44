import { constants } from 'node:os';
import type { CommandEnd } from '../domain/evidence.ts';
import type { ProcessBounds, ProcessFacts } from './run-process.ts';

/** How a command ended, without bubblewrap around it. */
export function readPlainEnd(facts: ProcessFacts, bounds: ProcessBounds): CommandEnd {
  const ours = readOurs(facts, bounds);
  if (ours !== null) return ours;
  if (facts.signal !== null) return { kind: 'killed', signal: facts.signal };
  return { kind: 'exited', code: facts.code ?? 1 };
}

/**
 * How a command ended inside bubblewrap. Only an `exit-code` on the status descriptor says that the command ran, whatever
 * it prints; no such line is a failure of the sandbox, or of the exec, which bubblewrap names in its one line of output.
 */
export function readSandboxedEnd(facts: ProcessFacts, bounds: ProcessBounds): CommandEnd {
  const ours = readOurs(facts, bounds);
  if (ours !== null) return ours;
  const code = /"exit-code"\s*:\s*(\d+)/.exec(facts.status)?.[1];
  if (code === undefined) return readNeverRan(facts);
  const signal = signalOf(Number(code));
  return signal === null ? { kind: 'exited', code: Number(code) } : { kind: 'killed', signal };
}

function readOurs({ stopped, spawnError }: ProcessFacts, bounds: ProcessBounds): CommandEnd | null {
  if (stopped === 'timed-out') return { kind: 'timed-out', afterMs: bounds.timeoutMs };
  if (stopped === 'flooded') return { kind: 'flooded', limitBytes: bounds.maxOutputBytes };
  return spawnError === null ? null : { kind: 'sandbox-failed', detail: spawnError };
}

function readNeverRan({ output, code, signal }: ProcessFacts): CommandEnd {
  const tool = /^bwrap: execvp (.+): (?:No such file or directory|Permission denied)$/m.exec(output)?.[1];
  if (tool !== undefined) return { kind: 'tool-missing', tool };
  const said = output.trim().slice(0, 300);
  return { kind: 'sandbox-failed', detail: said === '' ? `the sandbox ended with ${signal ?? String(code)}` : said };
}

/** A shell and bubblewrap both say 128 + n for signal n. */
function signalOf(code: number): string | null {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - 128);
  return found === undefined ? null : found[0];
}
