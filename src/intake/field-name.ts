/** A path into a document as a person writes it: `pipeline.changes[2]`. Empty for the document itself. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((at, part) => {
    if (typeof part === 'number') return `${at}[${part}]`;
    return at === '' ? String(part) : `${at}.${String(part)}`;
  }, '');
}
