import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addDoctor } from './doctor.ts';
import { EXIT } from './exit-codes.ts';
import { addExplain } from './explain.ts';
import { addScan } from './scan.ts';
import { addStatus } from './status.ts';
import { say } from './streams.ts';
import { Interrupted } from './until-interrupted.ts';
import { addUp } from './up.ts';
import { UsageError } from './usage-error.ts';
import { addValidate } from './validate.ts';
import { addWorker } from './worker.ts';
import { InvalidWorkItem } from '../intake/invalid-work-item.ts';
import { InvalidSettings } from '../settings.ts';
import { packageRoot } from '../temporal/package-root.ts';
import { TemporalUnreachable } from '../temporal/temporal-unreachable.ts';

const COMMANDS = [addValidate, addUp, addStatus, addExplain, addScan, addWorker, addDoctor];

function createProgram(): Command {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string };
  const program = new Command('lex-validator')
    .description('The gate that decides whether a change written by an AI agent may ship.')
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows what there is)');
  for (const add of COMMANDS) add(program);
  return throwingInsteadOfExiting(program);
}

/** Commander would exit with 1, which means "rejected" here. */
function throwingInsteadOfExiting(command: Command): Command {
  command.exitOverride();
  command.commands.forEach(throwingInsteadOfExiting);
  return command;
}

/** What a failure means to the caller's script. A message for what the caller can mend, a stack for a bug. */
function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badInput;
  const message = (error as { message?: string }).message ?? String(error);
  if (error instanceof UsageError || error instanceof InvalidSettings || error instanceof InvalidWorkItem) {
    say(message);
    return EXIT.badInput;
  }
  if (error instanceof Interrupted) return EXIT.interrupted;
  say(error instanceof TemporalUnreachable ? message : ((error as { stack?: string }).stack ?? message));
  return EXIT.broken;
}

/** Runs the command line, or a program with the same manners; resolves to the exit code and never rejects. */
export async function runCli(what: readonly string[] | (() => Promise<number>)): Promise<number> {
  try {
    if (typeof what === 'function') return await what();
    await createProgram().parseAsync(what, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCodeOfError(error);
  }
}
