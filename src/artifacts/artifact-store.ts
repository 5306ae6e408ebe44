import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Artifacts } from '../activities/ports.ts';
import { cutMiddle } from './cut-middle.ts';

/** Long enough for any log that a person reads; in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A folder of evidence by content: `<dir>/sha256/<two digits>/<64 digits>`. What is longer than `maxBytes` is cut in the
 * middle, and says so. Only the worker's user may read it: logs and diffs are private.
 */
export function createArtifactStore(dir: string, { maxBytes = MAX_BYTES } = {}): Artifacts {
  return {
    store: async (title, content) => {
      const bytes = cutMiddle(typeof content === 'string' ? Buffer.from(content, 'utf8') : content, maxBytes);
      const digest = digestOf(bytes);
      const path = join(dir, ...pathOf(digest));
      if ((await readVerified(path, digest)) === null) await writeWhole(path, bytes);
      return { title, digest, bytes: bytes.length };
    },
    read: async (digest) => {
      const bytes = await readIfThere(join(dir, ...pathOf(digest)));
      if (bytes !== null && digestOf(bytes) !== digest) throw new Error(`artifact ${digest} is damaged`);
      return bytes;
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Digests come back from a history: only a digest may become a path. */
function pathOf(digest: string): string[] {
  const hex = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];
  if (hex === undefined) throw new Error('that is no digest of an artifact');
  return ['sha256', hex.slice(0, 2), hex];
}

/** `null` also for a damaged one, which storing it again mends. */
async function readVerified(path: string, digest: string): Promise<Uint8Array | null> {
  const bytes = await readIfThere(path);
  return bytes !== null && digestOf(bytes) === digest ? bytes : null;
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Under another name first: a crash leaves no half artifact, and two writers of the same bytes do not meet. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.${randomUUID()}`;
  try {
    const file = await open(partial, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
