import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { killProcess } from './kill-process.ts';
import type { Limits } from './limits.ts';

/** A group that the kernel keeps of one command and all that it starts: bounds them together, and finds them all. */
export interface Cgroup {
  /** The files that a process writes its id to in order to join. */
  procs: string[];
  /** Ends every member, also one that called `setsid` or cleared its environment. */
  kill: () => Promise<void>;
  remove: () => Promise<void>;
}

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'lex-validator.';
let made = 0;

interface Folder {
  folder: string;
  settings: [string, number][];
}

/** The group's folders: two under version 1, one under version 2. */
function layouts(name: string, limits: Limits): Folder[][] {
  const memory = limits.memoryBytes;
  return [
    [
      { folder: `${ROOT}/memory/${name}`, settings: [['memory.limit_in_bytes', memory]] },
      { folder: `${ROOT}/pids/${name}`, settings: [['pids.max', limits.processes]] },
    ],
    [
      {
        folder: `${ROOT}/${name}`,
        settings: [
          ['memory.max', memory],
          ['pids.max', limits.processes],
        ],
      },
    ],
  ];
}

/** `null` where the kernel or the container gives us none: then `prlimit`, the sizes of tmpfs and the time limit are what is left. */
export async function makeCgroup(limits: Limits): Promise<Cgroup | null> {
  const name = `${PREFIX}${process.pid}.${(made += 1)}`;
  for (const layout of layouts(name, limits)) {
    const folders = layout.map(({ folder }) => folder);
    try {
      for (const part of layout) await makeFolder(part);
      return groupOf(folders);
    } catch {
      await removeFolders(folders);
    }
  }
  return null;
}

async function makeFolder({ folder, settings }: Folder): Promise<void> {
  await mkdir(folder);
  for (const [file, value] of settings) await writeExisting(`${folder}/${file}`, value);
}

/** A plain folder would take any file: a controller's file must be there already. */
async function writeExisting(file: string, value: number): Promise<void> {
  await writeFile(file, String(value), { flag: 'r+' });
}

function groupOf(folders: string[]): Cgroup {
  const procs = folders.map((folder) => `${folder}/cgroup.procs`);
  return { procs, kill: () => killMembers(procs), remove: () => removeFolders(folders) };
}

async function killMembers(procs: readonly string[]): Promise<void> {
  for (let round = 0; round < 50; round += 1) {
    const members = (await Promise.all(procs.map((file) => readFile(file, 'utf8').catch(() => '')))).join('\n');
    const pids = [...new Set(members.split('\n').filter((line) => line !== ''))].map(Number);
    if (pids.length === 0) return;
    for (const pid of pids) killProcess(pid);
    await sleep(10);
  }
}

/** A group can be removed only when its last process is reaped, which takes the kernel a moment. */
async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (let round = 0; round < 50 && (await isBusy(folder)); round += 1) await sleep(10);
  }
}

async function isBusy(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => false,
    (error: unknown) => (error as { code?: string }).code === 'EBUSY',
  );
}

/** Removes the empty groups that a killed worker left; for worker start. */
export async function sweepCgroups(): Promise<void> {
  for (const parent of [`${ROOT}/memory`, `${ROOT}/pids`, ROOT]) {
    const names = await readdir(parent).catch(() => []);
    const left = names.filter((name) => name.startsWith(PREFIX) && !existsSync(`/proc/${name.split('.')[1] ?? ''}`));
    await removeFolders(left.map((name) => `${parent}/${name}`));
  }
}
