import type { Rule } from '@ast-grep/napi';

const SHORTEST = 3;

/** One step through a regular expression: an escape, a class, a group's edge or a character. */
const TOKENS = /\\u\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?[a-z]*:?|[()|]|[?*+{]|[\s\S]/gu;

interface Branch {
  runs: string[];
  groups: string[];
  /** What came last is a group, so a quantifier that follows is its own. */
  endsInGroup: boolean;
}

const emptyBranch = (): Branch => ({ runs: [''], groups: [], endsInGroup: false });

/** Splits at `|` outside of groups, and collects what each branch must hold: plain runs, and the insides of groups. */
function branches(regex: string): Branch[] {
  const result = [emptyBranch()];
  let depth = 0;
  let group = '';
  for (const token of regex.replace(/^\(\?[a-z]+\)/u, '').match(TOKENS) ?? []) {
    const branch = result.at(-1) ?? emptyBranch();
    if (token.startsWith('(')) {
      depth += 1;
      group = depth === 1 ? '' : group + token;
    } else if (token === ')') {
      depth -= 1;
      if (depth === 0) addGroup(branch, group);
      else group += token;
    } else if (depth > 0) group += token;
    else if (token === '|') result.push(emptyBranch());
    else addToken(branch, token);
  }
  return result;
}

function addGroup(branch: Branch, group: string): void {
  branch.groups.push(group);
  branch.runs.push('');
  branch.endsInGroup = true;
}

/** A quantifier takes back the character or the group before it: `?` and `*` make it optional. */
function addToken(branch: Branch, token: string): void {
  const run = branch.runs.at(-1) ?? '';
  if (/^[A-Za-z_]$/u.test(token)) branch.runs[branch.runs.length - 1] = run + token;
  else if (/^[?*{]$/u.test(token)) {
    if (branch.endsInGroup) branch.groups.pop();
    branch.runs[branch.runs.length - 1] = run.slice(0, -1);
    branch.runs.push('');
  } else branch.runs.push('');
  branch.endsInGroup = false;
}

function wordsOfRegex(regex: string): string[] | null {
  const words = branches(regex).map((branch): string[] | null => {
    const longest = [...branch.runs].sort((a, b) => b.length - a.length)[0] ?? '';
    if (longest.length >= SHORTEST) return [longest.toLowerCase()];
    return branch.groups.map(wordsOfRegex).find((inner) => inner !== null) ?? null;
  });
  return words.every((some) => some !== null) ? words.flat() : null;
}

/** Alternatives of alternatives multiply; leaving a group out only makes a rule tried once more than it need be. */
const MOST_GROUPS = 8;

/**
 * Groups of words, in lower case: a text must hold one word of every group, in any case, for the rule to match in it. Most rules need
 * not be tried on most files, and the engine compiles a rule each time that it is tried, which takes longer than to match it.
 */
export function requiredWords(rule: Rule): string[][] {
  const ofRegex = rule.regex === undefined ? null : wordsOfRegex(rule.regex);
  return [
    ...(ofRegex === null ? [] : [ofRegex]),
    ...(rule.all ?? []).flatMap(requiredWords),
    ...(rule.has === undefined ? [] : requiredWords(rule.has)),
    ...(rule.inside === undefined ? [] : requiredWords(rule.inside)),
    ...(rule.any === undefined ? [] : groupsOfAny(rule.any)),
  ];
}

/** Whichever alternative matches, the text holds a word of one of its groups: each pairing of groups is such a promise. */
function groupsOfAny(rules: readonly Rule[]): string[][] {
  const [first = [], ...others] = rules.map(requiredWords);
  return others.reduce(
    (groups, more) => shortest(groups.flatMap((one) => more.map((other) => [...one, ...other]))),
    first,
  );
}

function shortest(groups: string[][]): string[][] {
  return groups
    .map((words) => [...new Set(words)])
    .sort((a, b) => a.length - b.length)
    .slice(0, MOST_GROUPS);
}
