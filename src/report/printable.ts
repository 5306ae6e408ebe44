import { cleanText, cutText } from '../domain/clean-text.ts';

/** Characters of one sentence that a terminal shows; the JSON result has the whole of it. */
const SHOWN_LENGTH = 400;

/** Tools, models and file names wrote this text: nothing in it may steer the terminal or turn the order of what is read. */
export function printable(text: string, length: number = SHOWN_LENGTH): string {
  return cutText(cleanText(text), length).replace(/\s*\n\s*/g, '\n    ');
}

/** The same on one line, for a name or a cell of a table. */
export function printableLine(text: string, length: number = SHOWN_LENGTH): string {
  return cutText(cleanText(text).replace(/\s*\n\s*/g, ' '), length);
}
