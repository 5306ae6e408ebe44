/** Any depth may be left out; a list or a null replaces what the default says. */
export type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: Overrides<T[Key]> }
    : T;

/** The default with what a test says instead. Neither is changed. */
export function merged(base: unknown, over: unknown): unknown {
  if (over === undefined) return structuredClone(base);
  if (!isRecord(base) || !isRecord(over)) return structuredClone(over);
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(base[key], over[key])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
