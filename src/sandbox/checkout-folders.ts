import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CheckoutOwner } from '../activities/ports.ts';
import { describeSelf, isGone, type ProcessOwner } from './process-owner.ts';
import { folderName } from './refs.ts';
import { removeTree } from './remove-tree.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** One attempt's folders below `<baseDir>/runs/<run id>/`. */
export interface CheckoutFolders {
  root: string;
  repo: string;
  report: string;
}

const OWNER_FILE = 'owner.json';
/** No run lives that long, so a folder of another container's that is older was left behind. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** Open to its owner, and to pass through for the sandbox's user, where there is one. */
export async function makeFolder(path: string, user: SandboxUser | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (user === null) return;
  await chown(path, process.getuid?.() ?? 0, user.gid);
  await chmod(path, 0o710);
}

export async function makeCheckoutFolders(
  baseDir: string,
  owner: CheckoutOwner,
  user: SandboxUser | null,
): Promise<CheckoutFolders> {
  const run = join(baseDir, 'runs', folderName(owner.runId));
  await makeFolder(dirname(run), user);
  await makeFolder(run, user);
  const root = await mkdtemp(join(run, `${folderName(owner.activityId)}-${owner.attempt}-`));
  await makeFolder(root, user);
  await writeFile(join(root, OWNER_FILE), JSON.stringify(describeSelf()), { mode: 0o600 });
  const folders = { root, repo: join(root, 'repo'), report: join(root, 'report') };
  for (const path of [folders.repo, folders.report]) {
    await mkdir(path, { mode: 0o755 });
    if (user !== null) await chown(path, user.uid, user.gid);
  }
  return folders;
}

/** Removes the attempt's folder, and the run's with it once nothing else is in there. */
export async function removeCheckoutFolders({ root }: Pick<CheckoutFolders, 'root'>): Promise<void> {
  await removeTree(root);
  await rmdir(dirname(root)).catch(() => undefined);
}

/** Removes the attempts of all runs whose process is gone, and nothing that a living one uses. */
export async function removeAbandoned(baseDir: string): Promise<void> {
  for (const run of await list(join(baseDir, 'runs'))) await removeAbandonedOf(baseDir, run);
}

/** The same for one run. */
export async function removeAbandonedOf(baseDir: string, runId: string): Promise<void> {
  const run = join(baseDir, 'runs', folderName(runId));
  for (const attempt of await list(run)) {
    const root = join(run, attempt);
    if (await isAbandoned(root)) await removeTree(root);
  }
  await rmdir(run).catch(() => undefined);
}

async function isAbandoned(root: string): Promise<boolean> {
  const folder = await lstat(root).catch(() => null);
  if (folder === null) return false;
  const old = Date.now() - folder.mtimeMs > ABANDONED_MS;
  const owner = await readOwner(root);
  return owner === null ? old : isGone(owner) || (old && owner.place !== describeSelf().place);
}

async function readOwner(root: string): Promise<ProcessOwner | null> {
  try {
    return JSON.parse(await readFile(join(root, OWNER_FILE), 'utf8')) as ProcessOwner;
  } catch {
    return null;
  }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
