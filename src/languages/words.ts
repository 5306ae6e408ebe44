/** Splits text into words as a shell would, without anything else that a shell does. Quotes group, a backslash escapes. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g)) words.push(unquote(match[0]));
  return words;
}

function unquote(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
    (_, double?: string, single?: string, escaped?: string) => {
      return double?.replace(/\\(.)/g, '$1') ?? single ?? escaped ?? '';
    },
  );
}

/**
 * For each option that is known: kept or left out, alone, with the word after it, or with all words up to the next option.
 * What is not known is left out alone, and told by `unlistedOptions`: the word after it may be its value or a file.
 */
export type OptionTable = Readonly<
  Record<string, 'keep' | 'keep value' | 'keep values' | 'drop' | 'drop value' | 'drop values'>
>;

export interface PickedWords {
  options: string[];
  positionals: string[];
}

/** Keeps the options that a table knows to be harmless, in their order, and tells apart what is no option. */
export function pickOptions(words: readonly string[], table: OptionTable): PickedWords {
  const picked: PickedWords = { options: [], positionals: [] };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!isOption(word)) {
      picked.positionals.push(word);
      continue;
    }
    const rule = ruleOf(word, table);
    const values = rest.splice(0, countValues(rule, rest));
    if (rule?.startsWith('keep') === true) picked.options.push(word, ...values);
  }
  return picked;
}

/** Options that a table does not know. Without a word about their values nobody can say which files are meant, and so which tests. */
export function unlistedOptions(words: readonly string[], table: OptionTable): string[] {
  return words.filter((word) => isOption(word) && !Object.hasOwn(table, nameOf(word))).map(nameOf);
}

function isOption(word: string): boolean {
  return word.startsWith('-');
}

function nameOf(word: string): string {
  return word.split('=', 1)[0] ?? '';
}

type Rule = OptionTable[string] | undefined;

/** `--name=value` brings its value along. */
function ruleOf(word: string, table: OptionTable): Rule {
  const name = nameOf(word);
  const rule = Object.hasOwn(table, name) ? table[name] : undefined;
  return name === word ? rule : rule?.startsWith('keep') === true ? 'keep' : 'drop';
}

function countValues(rule: Rule, rest: readonly string[]): number {
  if (rule?.endsWith(' value') === true) return 1;
  if (rule?.endsWith(' values') !== true) return 0;
  const next = rest.findIndex(isOption);
  return next === -1 ? rest.length : next;
}
