/**
 * Files that a shell would have put in place of a pattern: `*`, `?`, `**` and `{a,b}`. A pattern that matches nothing stays
 * as it is, so that the tool complains of it instead of choosing files by itself.
 */
export function expandPattern(pattern: string, files: readonly string[]): string[] {
  if (!/[*?{]/.test(pattern)) return [pattern];
  const expression = toExpression(pattern.replace(/^\.\//, ''));
  const matching = files.filter((file) => expression.test(file)).sort();
  return matching.length > 0 ? matching : [pattern];
}

const PARTS: readonly [RegExp, string][] = [
  [/^\*\*\//, '(?:[^/]+/)*'],
  [/^\*\*/, '.*'],
  [/^\*/, '[^/]*'],
  [/^\?/, '[^/]'],
  [/^\{/, '(?:'],
  [/^\}/, ')'],
];

function toExpression(pattern: string): RegExp {
  let rest = pattern;
  let depth = 0;
  let source = '';
  while (rest !== '') {
    const [part, replacement] = PARTS.find(([start]) => start.test(rest)) ?? [/^./su, ''];
    const matched = part.exec(rest)?.[0] ?? rest;
    depth += matched === '{' ? 1 : matched === '}' ? -1 : 0;
    source +=
      matched === ',' && depth > 0
        ? '|'
        : replacement === ''
          ? matched.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
          : replacement;
    rest = rest.slice(matched.length);
  }
  return new RegExp(`^${source}$`, 's');
}
