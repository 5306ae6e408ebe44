import { Command } from 'commander';
import { addBridge } from './bridge.ts';
import { addDoctor } from './doctor.ts';
import { addExplain } from './explain.ts';
import { addScan } from './scan.ts';
import { addStatus } from './status.ts';
import { packageVersion } from './package-version.ts';
import { surviveClosedReaders } from './streams.ts';
import { addUp } from './up.ts';
import { tellFailure } from './tell-failure.ts';
import { addValidate } from './validate.ts';
import { addWorker } from './worker.ts';

const COMMANDS = [addValidate, addUp, addStatus, addExplain, addScan, addWorker, addBridge, addDoctor];

function createProgram(): Command {
  const program = new Command('lex-validator')
    .description('The gate that decides whether a change written by an AI agent may ship.')
    .version(packageVersion())
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

/** Runs the command line, or a program with the same manners; resolves to the exit code and never rejects. */
export async function runCli(what: readonly string[] | (() => Promise<number>)): Promise<number> {
  surviveClosedReaders();
  try {
    if (typeof what === 'function') return await what();
    await createProgram().parseAsync(what, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return tellFailure(error);
  }
}
