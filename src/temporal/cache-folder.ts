import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from './package-root.ts';

/**
 * Where the pinned Temporal CLI and the embedded server's database live: `LEX_CACHE_DIR`, else `.cache` of a clone,
 * else the user's own cache folder, because an installed package may be read-only and is wiped by every install.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, root = packageRoot()): string {
  if (env.LEX_CACHE_DIR) return env.LEX_CACHE_DIR;
  const installed = basename(dirname(root)) === 'node_modules';
  if (!installed) return join(root, '.cache');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lex-validator');
}
