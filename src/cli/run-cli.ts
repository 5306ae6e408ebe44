import { Command } from 'commander';
import { packageVersion } from './package-version.ts';
import { surviveClosedReaders } from './streams.ts';
import { tellFailure } from './tell-failure.ts';

type AddCommand = (program: Command) => void;

/** Each is loaded when it is called: a scan need not wait for Temporal's libraries. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  validate: async () => (await import('./validate.ts')).addValidate,
  up: async () => (await import('./up.ts')).addUp,
  status: async () => (await import('./status.ts')).addStatus,
  explain: async () => (await import('./explain.ts')).addExplain,
  scan: async () => (await import('./scan.ts')).addScan,
  worker: async () => (await import('./worker.ts')).addWorker,
  bridge: async () => (await import('./bridge.ts')).addBridge,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
};

const EXAMPLES = `
Examples:
  $ lex-validator validate --repo . --base main     judge the current commit of a local repository
  $ lex-validator scan --base main                  check 3 alone, before a push
  $ lex-validator up                                a Temporal server with its UI and a worker
  $ lex-validator explain uuid-001                  what decided, and what would turn it round
  $ lex-validator doctor                            what is missing here, and how to get it`;

/** With the command that the first word names; with all of them for whoever asks what there is, or mistypes. */
async function createProgram(first: string | undefined): Promise<Command> {
  const program = new Command('lex-validator')
    .description('The gate that decides whether a change written by an AI agent may ship.')
    .version(packageVersion())
    .showSuggestionAfterError()
    .showHelpAfterError('(--help shows what there is)')
    .addHelpText('after', EXAMPLES);
  const named = first !== undefined && Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
  for (const load of named === undefined ? Object.values(COMMANDS) : [named]) (await load())(program);
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
    const program = await createProgram(what[0]);
    await program.parseAsync(what, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return tellFailure(error);
  }
}
