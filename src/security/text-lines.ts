/** Line numbers of a text, from offsets. Built once a text: a file can have many hits. */
export interface TextLines {
  /** 1-based. */
  lineAt: (offset: number) => number;
  /** The text of a 1-based line, without its end. */
  line: (number: number) => string;
  count: number;
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Lines end at LF; a CR before it belongs to the end. */
export function textLines(text: string): TextLines {
  const starts = startsOf(text);
  return {
    count: starts.length,
    lineAt: (offset) => {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low + 1;
    },
    line: (number) =>
      text.slice(starts[number - 1] ?? text.length, starts[number] ?? text.length).replace(/\r?\n$/u, ''),
  };
}
