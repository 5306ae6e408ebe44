/** Characters of one sentence that a terminal shows; the JSON result has the whole of it. */
const SHOWN_LENGTH = 400;

/** Tools, models and file names wrote this text: nothing in it may steer the terminal or turn the order of what is read. */
export function printable(text: string, length: number = SHOWN_LENGTH): string {
  const shown = text.length > length ? `${text.slice(0, length)} …` : text;
  return shown.replace(UNPRINTABLE, '').replace(/\s*\n\s*/g, '\n    ');
}

const UNPRINTABLE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu;
