import { z } from 'zod';
import type { SettingProblem } from './invalid-settings.ts';
import { findNearest } from './nearest.ts';
import { SETTING_KEYS } from './setting-table.ts';
import { isTree, type Tree } from './setting-tree.ts';
import { aboutSection, aboutSetting, type SectionSchema } from './setting.ts';

/** Sections of the `fleet:` tree that nobody else has: at the top of a file they are ours, in the wrong place. */
const BELONG_TO_FLEET = new Set(['validation', 'implementation', 'sandbox', 'install', 'artifacts', 'quality_weights']);

/**
 * Finds keys that nobody reads. A misspelt one is never passed over: a gate that ignores `require_pull_request` for
 * a slip of the pen approves what it was told to reject.
 */
export function findUnknownKeys(schema: SectionSchema, tree: Tree, prefix = ''): SettingProblem[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const child = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (child === undefined) return judgeUnknown(schema, name, prefix);
    return judgeKnown(child, value, `${prefix}${name}`);
  });
}

function judgeKnown(child: z.core.$ZodType, value: unknown, key: string): SettingProblem[] {
  const entry = aboutSetting(child)?.entry;
  if (entry !== undefined && Array.isArray(value)) {
    return value.flatMap((item, index) => (isTree(item) ? findUnknownKeys(entry, item, `${key}[${index}].`) : []));
  }
  return child instanceof z.ZodObject && isTree(value) ? findUnknownKeys(child, value, `${key}.`) : [];
}

function judgeUnknown(schema: SectionSchema, name: string, prefix: string): SettingProblem[] {
  const key = `${prefix}${name}`;
  const { others, ofTheFleet = [] } = aboutSection(schema) ?? { others: 'refused' };
  if (ofTheFleet.includes(name)) return [];
  const ours = Object.keys(schema.shape);
  const meant = findNearest(name, [...ours, ...ofTheFleet]);
  if (prefix === '' && BELONG_TO_FLEET.has(name))
    return [{ key, problem: `stands under fleet: write it as fleet.${name}` }];
  if (meant !== undefined) return [{ key, problem: `there is no such setting; did you mean ${prefix}${meant}?` }];
  if (others === 'tolerated') return [];
  return [{ key, problem: `there is no such setting; ${elsewhere(name) ?? `here there may be ${ours.join(', ')}`}` }];
}

/** The same name in another section. */
function elsewhere(name: string): string | undefined {
  const key = SETTING_KEYS.find((known) => known.endsWith(`.${name}`));
  return key === undefined ? undefined : `did you mean ${key}?`;
}
