import { WorkflowFailedError } from '@temporalio/client';
import { CommanderError } from 'commander';
import { cleanText } from '../domain/clean-text.ts';
import { InvalidWorkItem } from '../intake/invalid-work-item.ts';
import { InvalidSettings } from '../settings.ts';
import { TemporalUnreachable } from '../temporal/temporal-unreachable.ts';
import { BrokerUnusable } from '../transport/topology-errors.ts';
import { EXIT } from './exit-codes.ts';
import { Interrupted, interrupted } from './interruption.ts';
import { say } from './streams.ts';
import { UsageError } from './usage-error.ts';

/** Says what went wrong and returns the exit code: a message for what the caller can mend, a stack for a bug. */
export function tellFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badInput;
  const stop = error instanceof Interrupted ? error : interrupted();
  if (stop !== null) return stop.exitCode;
  const { message = String(error), stack = message } = error as { message?: string; stack?: string };
  if (isBadInput(error)) return tell(message, EXIT.badInput);
  if (error instanceof WorkflowFailedError) return tellFailedRun(error);
  return tell(isOutside(error) ? message : stack, EXIT.broken);
}

function isOutside(error: unknown): boolean {
  return error instanceof TemporalUnreachable || error instanceof BrokerUnusable;
}

function isBadInput(error: unknown): boolean {
  return error instanceof UsageError || error instanceof InvalidSettings || error instanceof InvalidWorkItem;
}

/** The run itself failed or was cancelled: there is no verdict. Admission's refusal of a work item is one such. */
function tellFailedRun({ cause }: WorkflowFailedError): number {
  const { type, message } = (cause ?? {}) as { type?: string; message?: string };
  const because = message ?? 'it does not say why';
  if (type === 'InvalidWorkItem') return tell(because, EXIT.badInput);
  return tell(`The run ended without a verdict: ${because}`, EXIT.broken);
}

function tell(message: string, exitCode: number): number {
  say(cleanText(message));
  return exitCode;
}
