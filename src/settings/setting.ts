import { z } from 'zod';

/** A section of the settings, or an entry of a list. */
export type SectionSchema = z.ZodObject<Readonly<Record<string, z.core.$ZodType>>>;

/** What the documentation says about one setting: `docs/settings.md` is held against these. */
export interface AboutSetting {
  /** What it changes, in one sentence. */
  effect: string;
  unit?: string;
  /** The default in words, where the value alone would not say it. */
  byDefault?: string;
  /** A path on this machine: `~` is expanded, and a relative one counts from the settings file. */
  path?: boolean;
  /** The fields of one entry, for a list. */
  entry?: SectionSchema;
}

/**
 * How a section treats keys that we do not read: `refused` where the section is ours, save those that the fleet
 * is known to keep there; `tolerated` where it is somebody else's, save those that are nearly one of ours.
 */
export interface AboutSection {
  others: 'refused' | 'tolerated';
  ofTheFleet?: readonly string[];
}

const settings = new WeakMap<z.core.$ZodType, AboutSetting>();
const sections = new WeakMap<z.core.$ZodType, AboutSection>();

/** A setting that has a value whether or not anybody says it. */
export function setting<Type extends z.ZodType>(
  type: Type,
  value: z.core.util.NoUndefined<z.output<Type>>,
  about: AboutSetting,
): z.ZodDefault<Type> {
  const schema = z._default(type, value);
  settings.set(schema, about);
  return schema;
}

/** A setting that is `null` unless somebody says it. */
export function optional<Type extends z.ZodType>(type: Type, about: AboutSetting): z.ZodDefault<z.ZodNullable<Type>> {
  const schema = z._default(z.nullable(type), null);
  settings.set(schema, about);
  return schema;
}

/** A field of an entry in a list. Takes a type of its own: what is said about it is kept beside the type. */
export function field<Type extends z.ZodType>(type: Type, about: AboutSetting): Type {
  const own = type.clone();
  settings.set(own, about);
  return own;
}

export function section<Schema extends SectionSchema>(
  schema: Schema,
  about: AboutSection = { others: 'refused' },
): Schema {
  sections.set(schema, about);
  return schema;
}

export function aboutSetting(schema: z.core.$ZodType): AboutSetting | undefined {
  return settings.get(schema);
}

/** Undefined for what is no section. */
export function aboutSection(schema: z.core.$ZodType): AboutSection | undefined {
  return sections.get(schema);
}
