import { lstat, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MOST_TEXT_BYTES } from '../security/read-text.ts';

/** A file of the work tree as git would take it. */
export interface DiskFile {
  /** Git's mode. */
  mode: string;
  /** `null` where it cannot be read, and for a folder, which git takes as a repository of its own. */
  content: Uint8Array | null;
}

/** Never follows a link and never waits on a pipe. Reads a byte more than the scan takes, so that it sees what is too large. */
export async function readDiskFile(root: string, path: string): Promise<DiskFile> {
  const file = join(root, path);
  try {
    const stats = await lstat(file);
    if (stats.isDirectory()) return { mode: '160000', content: null };
    if (stats.isSymbolicLink()) return { mode: '120000', content: await readlink(file, { encoding: 'buffer' }) };
    const mode = (stats.mode & 0o100) === 0 ? '100644' : '100755';
    return { mode, content: stats.isFile() ? await firstBytes(file, MOST_TEXT_BYTES + 1) : null };
  } catch {
    return { mode: '100644', content: null };
  }
}

async function firstBytes(file: string, most: number): Promise<Uint8Array> {
  const handle = await open(file, 'r');
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ end: most - 1, autoClose: false })) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).byteLength;
    }
    return Buffer.concat(chunks, bytes);
  } finally {
    await handle.close();
  }
}
