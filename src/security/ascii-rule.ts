import type { Rule } from '@ast-grep/napi';

const WORD = '0-9A-Za-z_';

/**
 * The engine compiles a rule for every file, and `\w` of all scripts is most of that time; what our rules look for is ASCII.
 */
function asciiRegex(regex: string): string {
  let inClass = false;
  return regex.replace(/\\w|\\s|\\d|\\.|[[\]]/gu, (token) => {
    if (token === '[' || token === ']') inClass = token === '[';
    const ascii = { '\\w': WORD, '\\d': '0-9', '\\s': ' \\t\\r\\n' }[token];
    if (ascii === undefined) return token;
    return inClass ? ascii : `[${ascii}]`;
  });
}

function asciiPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(asciiPart);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'regex' && typeof value === 'string' ? asciiRegex(value) : asciiPart(value),
    ]),
  );
}

/** The same rule with ASCII classes. */
export function asciiRule(rule: Rule): Rule {
  return asciiPart(rule) as Rule;
}
