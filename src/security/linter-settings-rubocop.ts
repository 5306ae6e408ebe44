import { parse } from 'yaml';
import { NO_SETTINGS, type LinterSettings } from './linter-settings.ts';

type Section = Record<string, unknown>;

/** RuboCop's YAML; `null` where it cannot be read as settings. */
export function readRubocopSettings(text: string): LinterSettings | null {
  const root = readYaml(text);
  if (root === undefined) return null;
  if (root === null) return NO_SETTINGS;
  const sections = Object.entries(root).filter((entry): entry is [string, Section] => isSection(entry[1]));
  return {
    off: sections
      .filter(([, section]) => section.Enabled === false)
      .map(([name]) => name)
      .concat(globalSwitches(root)),
    excluded: sections.flatMap(([name, section]) =>
      texts(section.Exclude).map((path) => (name === 'AllCops' ? path : `${name}: ${path}`)),
    ),
    bases: [...texts(root.inherit_from), ...gemBases(root.inherit_gem)],
    included: isSection(root.AllCops) ? texts(root.AllCops.Include) : [],
    limits: Object.fromEntries(
      sections.flatMap(([name, { Max: most }]) => (typeof most === 'number' ? [[`${name} Max`, most]] : [])),
    ),
  };
}

function readYaml(text: string): Section | null | undefined {
  try {
    const root: unknown = parse(text, { maxAliasCount: 100, logLevel: 'silent' });
    return root === null || isSection(root) ? root : undefined;
  } catch {
    return undefined;
  }
}

function globalSwitches({ AllCops: all }: Section): string[] {
  if (!isSection(all)) return [];
  return [
    ...(all.DisabledByDefault === true ? ['every cop that is not named'] : []),
    ...(all.NewCops === 'disable' ? ['new cops'] : []),
  ];
}

function gemBases(gems: unknown): string[] {
  return isSection(gems)
    ? Object.entries(gems).flatMap(([gem, files]) => texts(files).map((file) => `${gem}: ${file}`))
    : [];
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}
