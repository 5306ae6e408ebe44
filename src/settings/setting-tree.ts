/** A settings file as it was read: nothing in it is known yet. */
export type Tree = Record<string, unknown>;

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a dotted key; `undefined` where nothing does. */
export function valueAt(tree: Tree, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((at, name) => (isTree(at) && Object.hasOwn(at, name) ? at[name] : undefined), tree);
}

/** The tree with a value at a dotted key. A section that is something else than a section is left, for the schema to name. */
export function withValueAt(tree: Tree, key: string, value: unknown): Tree {
  const [name = '', ...rest] = key.split('.');
  if (rest.length === 0) return { ...tree, [name]: value };
  const child = tree[name] ?? {};
  return isTree(child) ? { ...tree, [name]: withValueAt(child, rest.join('.'), value) } : tree;
}
