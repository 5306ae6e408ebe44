import { CommanderError } from 'commander';
import { cleanText } from '../domain/clean-text.ts';
import { EXIT } from './exit-codes.ts';
import { Interrupted, interrupted } from './interruption.ts';
import { say } from './streams.ts';

/** Known by name, so that no command loads what only another one throws. The caller can mend these, and nothing was started. */
const BAD_INPUT = ['UsageError', 'InvalidSettings', 'InvalidWorkItem'];

/** What is around us does not work; the message says what to do about it. */
const OUTSIDE = ['TemporalUnreachable', 'NoTemporal', 'TopologyMismatch', 'TopologyMissing', 'BrokerRefused'];

/** Says what went wrong and returns the exit code: a message for what the caller can mend, a stack for a bug. */
export function tellFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badInput;
  const stop = error instanceof Interrupted ? error : interrupted();
  if (stop !== null) return stop.exitCode;
  const { name = '', message = String(error), stack = message, cause } = (error ?? {}) as Partial<Error>;
  if (BAD_INPUT.includes(name)) return tell(message, EXIT.badInput);
  if (name === 'WorkflowFailedError') return tellFailedRun(cause);
  return tell(OUTSIDE.includes(name) ? message : stack, EXIT.broken);
}

/** The run itself failed or was cancelled: there is no verdict. Admission's refusal of a work item is one such. */
function tellFailedRun(cause: unknown): number {
  const { type, message } = (cause ?? {}) as { type?: string; message?: string };
  const because = message ?? 'it does not say why';
  if (type === 'InvalidWorkItem') return tell(because, EXIT.badInput);
  return tell(`The run ended without a verdict: ${because}`, EXIT.broken);
}

function tell(message: string, exitCode: number): number {
  say(cleanText(message));
  return exitCode;
}
