/** Exactly one object with no key twice, and whether it was the whole answer apart from its wrappers. */
export type ReplyObject = { kind: 'object'; value: unknown; alone: boolean } | { kind: 'none'; because: string };

/**
 * Finds the one JSON object of a reply. Wrappers that models put around an answer (a code fence, a block of thoughts) come off;
 * whatever stands between the first and the last brace must be one object, so two of them are none.
 */
export function readReplyObject(text: string): ReplyObject {
  const answer = withoutThoughts(text.replace(/^\uFEFF/, ''));
  const start = answer.indexOf('{');
  const end = answer.lastIndexOf('}') + 1;
  if (start < 0 || end <= start) return { kind: 'none', because: 'it holds no JSON object' };
  const around = `${answer.slice(0, start)}\n${answer.slice(end)}`;
  if (around.includes('think>'))
    return { kind: 'none', because: 'its block of thoughts does not end before the answer' };
  const json = escapeRawBreaks(answer.slice(start, end));
  try {
    const value: unknown = JSON.parse(json);
    if (keysWritten(json) !== keysOf(value)) return { kind: 'none', because: 'it gives the same key twice' };
    return { kind: 'object', value, alone: /^\s*(?:```(?:json)?)?\s*(?:```)?\s*$/i.test(around) };
  } catch {
    return { kind: 'none', because: 'what it holds is not one well-formed JSON object' };
  }
}

/** Some servers leave the opening tag out. Thoughts with braces and no opening tag stay, and make the reply unreadable. */
const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>|^[^{]*?<\/think>/, '');

const STRING = /"(?:[^"\\]|\\[\s\S])*"/g;

/** The one repair: raw line ends and tabs inside of strings. It moves no quote and no brace. */
const escapeRawBreaks = (json: string): string =>
  json.replace(STRING, (string) =>
    string.replace(/[\n\r\t]/g, (character) => ({ '\n': '\\n', '\r': '\\r' })[character] ?? '\\t'),
  );

/** A string before a colon is a key, wherever else colons may stand. */
const keysWritten = (json: string): number =>
  [...json.matchAll(/("(?:[^"\\]|\\[\s\S])*")\s*(:?)/g)].filter((match) => match[2]).length;

function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, child) => sum + keysOf(child), 0);
  return Array.isArray(value) ? inner : inner + Object.keys(value).length;
}
