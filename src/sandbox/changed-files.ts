import type { ChangedFile } from '../domain/plan.ts';
import { GitFailed } from './checkout-errors.ts';

const CHANGES: Record<string, ChangedFile['change']> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

/** Reads `git diff --raw -z --no-abbrev`: names are exact bytes between NULs, so that none can imitate a field. */
export function readRawDiff(raw: Buffer): ChangedFile[] {
  const fields = raw.toString('latin1').split('\0');
  if (fields.pop() !== '') throw new GitFailed('git’s list of changed files ends in the middle');
  const changes: ChangedFile[] = [];
  while (fields.length > 0) changes.push(takeChange(fields));
  return changes;
}

/** One header and its one or two names, taken off the front. */
function takeChange(fields: string[]): ChangedFile {
  const [, oldMode = '', newMode = '', letter = ''] = HEADER.exec(fields.shift() ?? '') ?? [];
  const change = CHANGES[letter];
  if (change === undefined) throw new GitFailed('git’s list of changed files could not be read');
  const expected = letter === 'R' || letter === 'C' ? 2 : 1;
  const names = fields.splice(0, expected).map(decodeName);
  const path = names[expected - 1] ?? '';
  if (path === '') throw new GitFailed('git’s list of changed files ends in the middle');
  return { path, ...(expected === 2 ? { from: names[0] } : {}), change, oldMode, newMode };
}

const HEADER = /^:(\d{6}) (\d{6}) [0-9a-f]{40} [0-9a-f]{40} ([AMDRCT])\d*$/;

/** Reads `git ls-tree -r -z`: the blob of each file by its name. Links have one, submodules have none. */
export function readTreeListing(raw: Buffer): Map<string, string> {
  const blobs = new Map<string, string>();
  for (const row of raw.toString('latin1').split('\0')) {
    const [, blob, name] = /^\d{6} blob ([0-9a-f]{40})\t([^]+)$/.exec(row) ?? [];
    if (blob === undefined || name === undefined) continue;
    const path = decodeName(name);
    if (blobs.has(path)) throw new GitFailed(`two files of the commit have the name ${path}`);
    blobs.set(path, blob);
  }
  return blobs;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Names are bytes. One that is no UTF-8 keeps its odd bytes as `\xNN`, so that two of them never become one. */
function decodeName(bytes: string): string {
  try {
    return UTF8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes.replace(/[^\u0000-\u007f]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}
