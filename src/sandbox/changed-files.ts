import type { ChangedFile } from '../domain/plan.ts';
import { GitFailed } from './checkout-errors.ts';

/** A changed file with the objects of its two sides, 40 zeroes where there is none. */
export interface RawChange {
  file: ChangedFile;
  oldBlob: string;
  newBlob: string;
}

const CHANGES: Record<string, ChangedFile['change']> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

/** Reads `git diff --raw -z --no-abbrev`: names are exact bytes between NULs, so that none can imitate a field. */
export function readRawDiff(raw: Buffer): RawChange[] {
  const fields = raw.toString('latin1').split('\0');
  const changes: RawChange[] = [];
  for (let index = 0; index < fields.length - 1;) {
    const header = /^:(\d{6}) (\d{6}) ([0-9a-f]{40}) ([0-9a-f]{40}) ([AMDRCT])\d*$/.exec(fields[index] ?? '');
    const letter = header?.[5] ?? '';
    const change = CHANGES[letter];
    if (header === null || change === undefined) throw new GitFailed('git’s list of changed files could not be read');
    const twoNames = letter === 'R' || letter === 'C';
    const [first = '', second = ''] = fields.slice(index + 1, index + 3).map(decodeName);
    changes.push(toChange(header, change, twoNames ? { path: second, from: first } : { path: first }));
    index += twoNames ? 3 : 2;
  }
  return changes;
}

function toChange(
  header: RegExpExecArray,
  change: ChangedFile['change'],
  names: { path: string; from?: string },
): RawChange {
  const [, oldMode = '', newMode = '', oldBlob = '', newBlob = ''] = header;
  if (names.path === '') throw new GitFailed('git’s list of changed files ends in the middle');
  return { file: { ...names, change, oldMode, newMode }, oldBlob, newBlob };
}

/** Names are bytes. One that is no UTF-8 keeps its odd bytes as `\\xNN`, so that two of them never become one. */
function decodeName(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes.replace(/[^\u0000-\u007f]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
}
