/** Controls, format marks, private use, lone surrogates and all that is drawn as nothing, except tab and line feed. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Shows each character that a person would not see as `[U+202E]`, so that a reviewer judges what a compiler reads.
 * A carriage return at the end of a line is a line end and stays.
 */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (character, at: number) => {
    if (character === '\r' && text[at + 1] === '\n') return character;
    const code = character.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** One bounded line, for a sentence that a person reads. */
export function oneLine(text: string, maxCharacters: number): string {
  const line = showHidden(text.replace(/[\r\n\t]+/g, ' ')).trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
