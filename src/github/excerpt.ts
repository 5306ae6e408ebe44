const MAX_CHARACTERS = 300;

/** C0 and C1 controls, the line separators, and the marks that hide or reorder text on a screen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * What a comment says, on one line and at most 300 characters long: enough for the developer to know it by,
 * and unable to steer a terminal, a table or a log.
 */
export function excerptOf(body: string): string {
  const line = body
    .slice(0, 40 * MAX_CHARACTERS)
    .replace(INVISIBLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= MAX_CHARACTERS) return line;
  return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
}
