import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { killProcess } from './kill-process.ts';

/** In the environment of every command that runs without bubblewrap, so that its children can be told from all others. */
export const MARKER = 'LEX_VALIDATOR_COMMAND';

/**
 * Ends all processes of a session, all whose environment holds this mark, and their children. What left the session,
 * cleared its environment and outlived its parent is out of sight: only a cgroup or bubblewrap finds it.
 */
export async function killMarked(mark: string, session: number | undefined): Promise<void> {
  const known = new Set<number>();
  for (let round = 0; round < 50; round += 1) {
    const alive = await findTree({ mark, session }, known);
    if (alive.length === 0) return;
    for (const pid of alive) killProcess(pid);
    await sleep(10);
  }
}

async function findTree(tree: Tree, known: Set<number>): Promise<number[]> {
  const rows = await Promise.all((await listPids()).map((pid) => inspect(pid, tree)));
  const living = rows.filter((row) => row !== null);
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const { pid, parent, ours } of living) if (ours || known.has(parent)) known.add(pid);
  }
  return living.map(({ pid }) => pid).filter((pid) => known.has(pid));
}

async function listPids(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

interface Tree {
  mark: string;
  session: number | undefined;
}

interface Row {
  pid: number;
  parent: number;
  ours: boolean;
}

async function inspect(pid: number, { mark, session }: Tree): Promise<Row | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [state, parent, , ownSession] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    const ours = Number(ownSession) === session || environment.split('\0').includes(`${MARKER}=${mark}`);
    return { pid, parent: Number(parent), ours };
  } catch {
    return null;
  }
}
