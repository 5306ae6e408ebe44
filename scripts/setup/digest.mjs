import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT } from './project.mjs';

/** Every file below a folder of the project that ends so, as sorted paths relative to the project. */
export function filesBelow(folder, ending) {
  if (!existsSync(join(PROJECT, folder))) return [];
  return readdirSync(join(PROJECT, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(ending) && statSync(join(PROJECT, path)).isFile())
    .sort();
}

/** One digest over names and contents: unlike times, it is the same after a checkout, a copy or a restored cache. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(PROJECT, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether what was made from these inputs is still theirs. The stamp lies beside it, so that both go together. */
export function isStamped(stamp, digest) {
  const path = join(PROJECT, stamp);
  return existsSync(path) && readFileSync(path, 'utf8') === digest;
}

export function writeStamp(stamp, digest) {
  mkdirSync(dirname(join(PROJECT, stamp)), { recursive: true });
  writeFileSync(join(PROJECT, stamp), digest);
}
