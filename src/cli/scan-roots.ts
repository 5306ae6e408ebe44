import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { askGit } from './local-git.ts';
import { UsageError } from './usage-error.ts';

/** What a scan was asked to look at: the folder that names are relative to, and files and folders in it. */
export interface ScanTarget {
  /** The repository's top folder; without a repository the folder given, or the one that holds the file. */
  root: string;
  isRepository: boolean;
  /** Relative to the root; `.` is all of it. */
  paths: string[];
}

/** Finds out where the given files and folders belong. Throws `UsageError` for what is not there or not in one place. */
export async function findTarget(given: readonly string[]): Promise<ScanTarget> {
  const places = await Promise.all((given.length === 0 ? ['.'] : given).map(locate));
  const [first] = places;
  if (first === undefined) throw new UsageError('There is nothing to scan.');
  const top = (await askGit(first.folder, ['rev-parse', '--show-toplevel']))?.toString('utf8').replace(/\n$/, '');
  const root = top ?? first.folder;
  return { root, isRepository: top !== undefined, paths: places.map(({ path, name }) => inside(root, path, name)) };
}

interface Place {
  name: string;
  /** Absolute. A link that was given by name is itself the file, never followed; folders on the way are. */
  path: string;
  folder: string;
}

async function locate(name: string): Promise<Place> {
  try {
    const absolute = resolve(name);
    if ((await stat(absolute)).isDirectory()) {
      const path = await realpath(absolute);
      return { name, path, folder: path };
    }
    const folder = await realpath(dirname(absolute));
    return { name, path: join(folder, basename(absolute)), folder };
  } catch {
    throw new UsageError(`There is no file or folder ${name}.`);
  }
}

function inside(root: string, path: string, name: string): string {
  const from = relative(root, path);
  if (from === '..' || from.startsWith(`..${sep}`))
    throw new UsageError(`${name} is not in ${root}: scan one repository at a time.`);
  if (path.split(sep).includes('.git')) throw new UsageError(`${name} belongs to git itself, which is never scanned.`);
  return from === '' ? '.' : from;
}
