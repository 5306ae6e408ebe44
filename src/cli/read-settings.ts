import { createHash } from 'node:crypto';
import { isSettingSaid, loadSettings, type Settings } from '../settings.ts';

/** The settings of a call, and what must be known of where they come from. */
export interface CallSettings {
  settings: Settings;
  /** `TEMPORAL_ADDRESS` or the file's `temporal.address`: somebody's own server is to be used, and none started. */
  namesServer: boolean;
}

/** `--settings FILE`, else what the environment or the folder names. Throws `InvalidSettings`. */
export function readSettings(file: string | undefined): CallSettings {
  const source = { file, env: process.env, cwd: process.cwd() };
  return { settings: loadSettings(source), namesServer: isSettingSaid('temporal.address', source) };
}

/** Tells whether two processes judge alike, without giving a secret away: of those only whether there is one. */
export function digestSettings(settings: Settings): string {
  const text = JSON.stringify(settings, (key, value: unknown) => (SECRET_KEYS.has(key) ? value !== null : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

const SECRET_KEYS = new Set(['token', 'api_key', 'password']);
