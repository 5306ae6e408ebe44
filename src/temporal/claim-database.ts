import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';

/** A database file that is ours until `release`. */
export interface ClaimedDatabase {
  file: string;
  release: () => void;
}

const MOST_AT_ONCE = 16;

/**
 * Two servers on one SQLite file would tear each other's runs apart. So a file is claimed by a lock beside it, and
 * where a living process holds it the next name is taken: `temporal.db`, `temporal-2.db`, …
 */
export function claimDatabase(wanted: string): ClaimedDatabase {
  mkdirSync(dirname(wanted), { recursive: true });
  for (let number = 1; number <= MOST_AT_ONCE; number += 1) {
    const file = number === 1 ? wanted : numbered(wanted, number);
    const lock = `${file}.lock`;
    if (claim(lock)) return { file, release: () => rmSync(lock, { force: true }) };
  }
  throw new Error(`${String(MOST_AT_ONCE)} embedded Temporal servers already use the databases beside ${wanted}.`);
}

function numbered(file: string, number: number): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${String(number)}${ext}`);
}

function claim(lock: string): boolean {
  if (create(lock)) return true;
  if (holderLives(lock)) return false;
  rmSync(lock, { force: true });
  return create(lock);
}

function create(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

function holderLives(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (!Number.isInteger(pid) || pid <= 0) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
