import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createCheckouts } from '../src/sandbox/checkout.ts';
import { createScanChange } from '../src/sandbox/scan-change.ts';
import { packageRoot } from '../src/temporal/package-root.ts';
import { gitIn } from './project.ts';
import { median, seconds, timed } from './statistics.ts';

/** What the security scan takes for a change of many files (bench/README.md). `npm run bench:scan` */
const FILES = Number(process.argv[2] ?? 2_000);
const ROUNDS = 3;
const IN_ONE_FOLDER = 100;
const LIMIT_MS = 3_600_000;
const never = new AbortController().signal;

/** Our own sources, over and over, as the files that a change adds. Resolves to their bytes. */
async function pushManyFiles(remote: string): Promise<{ headSha: string; bytes: number }> {
  const git = gitIn(remote);
  await mkdir(remote);
  await git('init', '--quiet', '--initial-branch=main');
  await writeFile(join(remote, 'README.md'), 'The base\n');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'The base');
  await git('checkout', '--quiet', '-b', 'many');
  const root = join(packageRoot(), 'src');
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  let bytes = 0;
  for (let number = 0; number < FILES; number += 1) {
    const from = join(root, names[number % names.length] ?? '');
    const folder = join(remote, `part-${String(Math.floor(number / IN_ONE_FOLDER))}`);
    await mkdir(folder, { recursive: true });
    await copyFile(from, join(folder, `${String(number)}-${basename(from)}`));
    bytes += (await stat(from)).size;
  }
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Many files');
  return { headSha: await git('rev-parse', 'HEAD'), bytes };
}

async function measure(folder: string): Promise<string> {
  const cloneUrl = join(folder, 'remote');
  const { headSha, bytes } = await pushManyFiles(cloneUrl);
  const checkouts = createCheckouts({ baseDir: join(folder, 'work') });
  const source = { cloneUrl, branch: 'many', prNumber: null, defaultBranch: 'main', headSha };
  const change = await checkouts.resolveChange(source, never);
  const scan = createScanChange();
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const owner = { runId: 'bench', activityId: 'scan', attempt: round + 1 };
    await checkouts.withCheckout(change, owner, never, async (checkout) => {
      rounds.push(
        await timed(async () => {
          const { scanned } = await scan(checkout, { timeoutMs: LIMIT_MS }, never);
          if (scanned !== FILES) throw new Error(`${String(scanned)} of ${String(FILES)} files were scanned`);
        }),
      );
    });
  }
  const took = median(rounds);
  const rate = ((FILES * 1000) / took).toFixed(0);
  return `${String(FILES)} new TypeScript files, ${(bytes / FILES / 1024).toFixed(1)} KiB each: ${seconds(took)} s, ${rate} files a second`;
}

const folder = await mkdtemp(join(tmpdir(), 'lex-bench-'));
try {
  const report = [
    `# bench/scan: ${String(availableParallelism())} cores, Node ${process.versions.node}, ${String(ROUNDS)} rounds`,
    '',
    await measure(folder),
    '',
  ].join('\n');
  process.stdout.write(report);
  await writeFile(join(packageRoot(), 'bench', 'results', 'scan.md'), report);
} finally {
  await rm(folder, { recursive: true, force: true });
}
