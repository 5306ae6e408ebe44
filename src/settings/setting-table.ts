import { z } from 'zod';
import { settingsSchema } from './schema.ts';
import { aboutSection, aboutSetting, type AboutSetting, type SectionSchema } from './setting.ts';

export interface SettingRow extends AboutSetting {
  /** Dotted; a field of a list's entries has `[]` after the list's name. */
  key: string;
  /** In words, for people: what the value is when nobody says it. */
  shownDefault: string;
}

/** Every setting that we read, as the schema has it: what the documentation must say, no more and no less. */
export const SETTING_TABLE: readonly SettingRow[] = rowsOf(settingsSchema, '');

/** Dotted names of all settings. */
export const SETTING_KEYS: readonly string[] = SETTING_TABLE.map((row) => row.key);

function rowsOf(schema: SectionSchema, prefix: string): SettingRow[] {
  return Object.entries(schema.shape).flatMap(([name, child]) => {
    const key = `${prefix}${name}`;
    if (child instanceof z.ZodObject && aboutSection(child) !== undefined) return rowsOf(child, `${key}.`);
    return rowOf(key, child);
  });
}

function rowOf(key: string, schema: z.core.$ZodType): SettingRow[] {
  const about = aboutSetting(schema);
  if (about === undefined) throw new Error(`Nothing is said about the setting ${key}`);
  const row: SettingRow = { ...about, key, shownDefault: about.byDefault ?? valueByDefault(schema) };
  return about.entry === undefined ? [row] : [row, ...rowsOf(about.entry, `${key}[].`)];
}

function valueByDefault(schema: z.core.$ZodType): string {
  return schema instanceof z.ZodDefault
    ? JSON.stringify(schema.parse(undefined)).replace(/^"(.*)"$/, '$1')
    : 'none, it must be given';
}
