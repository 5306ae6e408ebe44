import type { Rule } from '@ast-grep/napi';

const SHORTEST = 3;

/** One step through a regular expression: an escape, a class, a group's edge or a character. */
const TOKENS = /\\u\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?[a-z]*:?|[()|]|[?*+{]|[\s\S]/gu;

interface Branch {
  runs: string[];
  groups: string[];
}

/** Splits at `|` outside of groups, and collects what each branch must hold: plain runs, and the insides of groups. */
function branches(regex: string): Branch[] {
  const result: Branch[] = [{ runs: [''], groups: [] }];
  let depth = 0;
  let group = '';
  for (const token of regex.replace(/^\(\?[a-z]+\)/u, '').match(TOKENS) ?? []) {
    const branch = result.at(-1) ?? { runs: [''], groups: [] };
    if (token.startsWith('(')) {
      depth += 1;
      group = depth === 1 ? '' : group + token;
    } else if (token === ')') {
      depth -= 1;
      if (depth === 0) branch.groups.push(group);
      else group += token;
      if (depth === 0) branch.runs.push('');
    } else if (depth > 0) group += token;
    else if (token === '|') result.push({ runs: [''], groups: [] });
    else addToken(branch, token);
  }
  return result;
}

/** A quantifier takes back the character or the group before it: `?` and `*` make it optional. */
function addToken(branch: Branch, token: string): void {
  const run = branch.runs.at(-1) ?? '';
  if (/^[A-Za-z_]$/u.test(token)) branch.runs[branch.runs.length - 1] = run + token;
  else if (/^[?*{]$/u.test(token)) {
    if (run === '') branch.groups.pop();
    branch.runs[branch.runs.length - 1] = run.slice(0, -1);
    branch.runs.push('');
  } else branch.runs.push('');
}

function wordsOfRegex(regex: string): string[] | null {
  const words = branches(regex).map((branch): string[] | null => {
    const longest = [...branch.runs].sort((a, b) => b.length - a.length)[0] ?? '';
    if (longest.length >= SHORTEST) return [longest.toLowerCase()];
    return branch.groups.map(wordsOfRegex).find((inner) => inner !== null) ?? null;
  });
  return words.every((some) => some !== null) ? words.flat() : null;
}

/**
 * Words of which a text must hold one, in any case, for the rule to match in it; `null` where none can be told.
 * Most rules need not be tried on most files, and the engine compiles a rule each time that it is tried.
 */
export function requiredWords(rule: Rule): string[] | null {
  const parts: (string[] | null)[] = [
    rule.regex === undefined ? null : wordsOfRegex(rule.regex),
    ...(rule.all ?? []).map(requiredWords),
    rule.has === undefined ? null : requiredWords(rule.has),
    rule.inside === undefined ? null : requiredWords(rule.inside),
    rule.any === undefined ? null : wordsOfAny(rule.any),
  ];
  return parts.find((words) => words !== null) ?? null;
}

function wordsOfAny(rules: readonly Rule[]): string[] | null {
  const words = rules.map(requiredWords);
  return words.every((some) => some !== null) ? words.flat() : null;
}
