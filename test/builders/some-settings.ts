import { loadSettings, type Settings } from '../../src/settings.ts';
import { merged, type Overrides } from './merged.ts';

/** The settings of somebody who said nothing, with what a test says instead. */
export function someSettings(overrides: Overrides<Settings> = {}): Settings {
  return merged(loadSettings({ env: { HOME: '/home/somebody' }, cwd: '/nowhere' }), overrides) as Settings;
}
