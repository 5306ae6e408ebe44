import { loadSettings, type Settings } from '../settings.ts';

/** The settings of this call: `--settings FILE`, else what the environment or the folder names. */
export function readSettings(file: string | undefined): Settings {
  return loadSettings({ file, env: process.env, cwd: process.cwd() });
}
