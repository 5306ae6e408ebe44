import type { SideView } from './file-view.ts';

const LONGEST = 160;

/** Invisible characters, shown as escapes: an excerpt is read by people and by models. */
function visible(text: string): string {
  return text.replace(
    /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF\u{E0000}-\u{E01EF}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Ranges of secrets in a text, in offsets. */
export type SecretRanges = readonly { start: number; end: number }[];

/** Every secret of the text replaced by as many stars, so that no excerpt of any rule can show one. */
export function masked(text: string, secrets: SecretRanges): string {
  let result = text;
  for (const { start, end } of secrets)
    result = result.slice(0, start) + result.slice(start, end).replace(/[^\r\n]/g, '*') + result.slice(end);
  return result;
}

/** The line at an offset, cut around it, with quoted texts emptied where the rule is about a credential. */
export function excerpt(side: SideView, safeText: string, at: number, hideQuoted: boolean): string {
  const line = side.lines.lineAt(at);
  const start = safeText.lastIndexOf('\n', at - 1) + 1;
  const whole = safeText.slice(start, start + side.lines.line(line).length);
  const from = Math.max(0, Math.min(at - start - LONGEST / 4, whole.length - LONGEST));
  const cut = whole.slice(from, from + LONGEST);
  const shown = hideQuoted ? cut.replace(/(["'`])[^"'`]*(?:["'`]|$)/gu, '$1****$1') : cut;
  return visible(`${from > 0 ? '…' : ''}${shown.trim()}${from + LONGEST < whole.length ? '…' : ''}`);
}
