import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { findTemporalCli } from '../../src/temporal/find-temporal-cli.ts';
import { packageRoot } from '../../src/temporal/package-root.ts';

/** What a caller's script sees of a command. */
export interface CommandEnd {
  code: number | undefined;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd?: string;
  input?: string;
  env?: Record<string, string | undefined>;
  /** Compiled, in the package; the command line by default. */
  program?: string;
}

const COMMAND_LINE = 'dist/src/cli.js';

/** Nothing of the machine that runs the tests may steer the command. */
function environment(extra: CommandOptions['env']): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NO_COLOR: '1', ...extra };
}

/** Starts the compiled program as a process of its own, in a process group of its own like a shell's job. */
export function startCommand(
  args: readonly string[],
  { cwd, input, env, program = COMMAND_LINE }: CommandOptions = {},
): ResultPromise {
  return execa(process.execPath, [join(packageRoot(), program), ...args], {
    cwd: cwd ?? tmpdir(),
    env: environment(env),
    extendEnv: false,
    reject: false,
    detached: true,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
  });
}

export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<CommandEnd> {
  const { exitCode, stdout, stderr } = await startCommand(args, options);
  return { code: exitCode, stdout: String(stdout), stderr: String(stderr) };
}

/** A cache folder of the test's own, and the Temporal CLI that set-up has found: an embedded server that nobody else meets. */
export async function ownTemporal(): Promise<{ LEX_CACHE_DIR: string; LEX_TEMPORAL_CLI: string }> {
  const cli = findTemporalCli({ env: { ...process.env, TEMPORAL_ADDRESS: undefined } });
  if (cli.kind !== 'binary') throw new Error('No Temporal CLI: run `npm run setup` first.');
  return { LEX_CACHE_DIR: await mkdtemp(join(tmpdir(), 'lex-cli-test-')), LEX_TEMPORAL_CLI: cli.path };
}
