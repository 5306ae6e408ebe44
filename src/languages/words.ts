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

/** For each option that is known: kept or left out, alone or with the word after it. An unknown option is left out alone. */
export type OptionTable = Readonly<Record<string, 'keep' | 'keep value' | 'drop value'>>;

export interface PickedWords {
  options: string[];
  positionals: string[];
}

/** Keeps the options that a table knows to be harmless, in their order, and tells apart what is no option. */
export function pickOptions(words: readonly string[], table: OptionTable): PickedWords {
  const picked: PickedWords = { options: [], positionals: [] };
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('-')) {
      picked.positionals.push(word);
      continue;
    }
    const rule = ruleOf(word, table);
    const value = rule.takesNext ? rest.splice(0, 1) : [];
    if (rule.keep) picked.options.push(word, ...value);
  }
  return picked;
}

/** `--name=value` brings its value along. */
function ruleOf(word: string, table: OptionTable): { keep: boolean; takesNext: boolean } {
  const [name = ''] = word.split('=', 1);
  const rule = Object.hasOwn(table, name) ? table[name] : undefined;
  return { keep: rule?.startsWith('keep') === true, takesNext: rule?.endsWith('value') === true && name === word };
}
