import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { ChangedFile } from '../src/domain/plan.ts';
import type { ScanInput } from '../src/security/scan-input.ts';
import { scanFiles } from '../src/sandbox/scan-in-child.ts';
import { BRANCH, type BenchProject, type Command, type PushedChange } from './project.ts';
import type { StandIns } from './stand-ins.ts';
import { timed } from './statistics.ts';

/** What a script without a gate would take, in milliseconds. */
export interface BareChain {
  checkout: number;
  tests: number;
  lint: number;
  scan: number;
  /** The wall time of the three, run at the same time. */
  checks: number;
  reads: number;
  reviewer: number;
  total: number;
}

/**
 * The same commands with nothing around them: no sandbox, no history, no retries, no evidence. A clone for each of the two tools,
 * since each may write into it; then tests, lint and scan at the same time, the forge's three reads, and the slowest reviewer.
 */
export async function runBareChain(
  project: BenchProject,
  change: PushedChange,
  { forgeUrl, modelUrl }: StandIns,
  folder: string,
): Promise<BareChain> {
  const here = await mkdtemp(join(folder, 'bare-'));
  const clone = (name: string): Promise<unknown> =>
    execa('git', ['clone', '--quiet', '--branch', BRANCH, change.cloneUrl, join(here, name)]);
  const own: Record<string, number> = {};
  const record = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    own[name] = await timed(work);
  };
  try {
    const checkout = await timed(() => clone('a'));
    const checks = await timed(() =>
      Promise.all([
        record('tests', () => runAll(project.tests, join(here, 'a'))),
        record('lint', () => clone('b').then(() => runAll(project.lint, join(here, 'b')))),
        record('scan', () => scan(join(here, 'a'))),
      ]),
    );
    const reads = await timed(() => readForge(forgeUrl));
    const reviewer = await timed(() => askThree(modelUrl));
    const { tests = 0, lint = 0, scan: scanned = 0 } = own;
    return {
      checkout,
      tests,
      lint,
      scan: scanned,
      checks,
      reads,
      reviewer,
      total: checkout + checks + reads + reviewer,
    };
  } finally {
    await rm(here, { recursive: true, force: true });
  }
}

/** What the gate asks: threads, reviews, and the head twice. */
async function readForge(forgeUrl: string): Promise<void> {
  for (let read = 0; read < 4; read += 1) await post(`${forgeUrl.replace('/api/v3', '')}/api/graphql`, {});
}

async function askThree(modelUrl: string): Promise<void> {
  const messages = [{ role: 'user', content: 'begin title x' }];
  await Promise.all([1, 2, 3].map(() => post(`${modelUrl}/chat/completions`, { model: 'm', messages })));
}

async function runAll(commands: readonly Command[], cwd: string): Promise<void> {
  for (const [program, ...args] of commands)
    await execa(program, args, { cwd, env: { BUNDLE_SILENCE_ROOT_WARNING: '1' } });
}

/** The files of the change, as they are now: there is no other program that does what the scan does. */
async function scan(dir: string): Promise<void> {
  const { stdout } = await execa('git', ['diff', '--name-only', 'origin/main...HEAD'], { cwd: dir });
  const file = { change: 'modified', oldMode: '100644', newMode: '100644' } satisfies Omit<ChangedFile, 'path'>;
  const inputs = stdout.split('\n').map(async (path): Promise<ScanInput> => {
    const before = await execa('git', ['show', `origin/main:${path}`], { cwd: dir, encoding: 'buffer' });
    return { ...file, path, before: before.stdout, after: await readFile(join(dir, path)) };
  });
  await scanFiles(await Promise.all(inputs), { timeoutMs: 60_000 }, new AbortController().signal);
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
}
