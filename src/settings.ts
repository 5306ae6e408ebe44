import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { fieldName } from './intake/field-name.ts';
import { withEnvironment } from './settings/environment.ts';
import { InvalidSettings, type SettingProblem } from './settings/invalid-settings.ts';
import { settingsSchema, type Settings } from './settings/schema.ts';
import { SETTING_TABLE } from './settings/setting-table.ts';
import { isTree, valueAt, withValueAt, type Tree } from './settings/setting-tree.ts';
import { aboutSection, type SectionSchema } from './settings/setting.ts';
import { expandHome, findSettingsFile, readSettingsFile, type SettingsSource } from './settings/settings-file.ts';
import { findUnknownKeys } from './settings/unknown-keys.ts';

export { InvalidSettings } from './settings/invalid-settings.ts';
export { SETTING_ENVIRONMENT } from './settings/environment.ts';
export { SETTING_KEYS } from './settings/setting-table.ts';
export { findSettingsFile } from './settings/settings-file.ts';
export type { Settings, SettingsSource };

/**
 * The settings in force: the file, then the environment, then the defaults. `null` and a missing key both mean the default.
 * Holds secrets, so it never crosses Temporal and is never logged. Throws `InvalidSettings` that names every bad key.
 */
export function loadSettings(source: SettingsSource): Settings {
  const file = findSettingsFile(source);
  const written = file === null ? {} : (withoutNulls(readSettingsFile(file)) as Tree);
  const { tree, problems } = withEnvironment(written, source.env);
  const unknown = findUnknownKeys(settingsSchema, tree);
  const parsed = settingsSchema.safeParse(withEverySection(settingsSchema, tree));
  if (!parsed.success || problems.length + unknown.length > 0) {
    throw new InvalidSettings(file, [...problems, ...unknown, ...(parsed.error?.issues ?? []).map(toProblem)]);
  }
  return withPaths(parsed.data, (path) =>
    resolve(file === null ? source.cwd : dirname(file), expandHome(path, source.env)),
  );
}

/** Whether the file or the environment says this setting, so that it is more than a default. Throws `InvalidSettings`. */
export function isSettingSaid(key: string, source: SettingsSource): boolean {
  const file = findSettingsFile(source);
  const { tree } = withEnvironment(file === null ? {} : readSettingsFile(file), source.env);
  return valueAt(tree, key) != null;
}

/** Without what is `null` or empty: the fleet's own tree writes `null` for "the default". */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isTree(value)) return value;
  const said = Object.entries(value).filter(([, child]) => child != null);
  return Object.fromEntries(said.map(([name, child]) => [name, withoutNulls(child)]));
}

/** The schema wants every section, and a file may leave any of them out. */
function withEverySection(schema: SectionSchema, tree: Tree): Tree {
  const sections = Object.entries(schema.shape).filter(
    (entry): entry is [string, SectionSchema] => aboutSection(entry[1]) !== undefined,
  );
  const filled = sections.map(([name, child]) => {
    const given = tree[name] ?? {};
    return [name, isTree(given) ? withEverySection(child, given) : given];
  });
  return { ...tree, ...(Object.fromEntries(filled) as Tree) };
}

function withPaths(settings: Settings, toAbsolute: (path: string) => string): Settings {
  let tree: Tree = settings;
  for (const { key } of SETTING_TABLE.filter((row) => row.path === true)) {
    const path = valueAt(tree, key);
    if (typeof path === 'string') tree = withValueAt(tree, key, toAbsolute(path));
  }
  return tree as Settings;
}

function toProblem({ path, message, code }: z.core.$ZodIssue): SettingProblem {
  const noSection = code === 'invalid_type' && message.startsWith('Invalid input');
  return { key: fieldName(path), problem: noSection ? 'must be a section of keys and values' : message };
}
