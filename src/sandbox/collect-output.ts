/** Takes in what a command writes, up to a limit. */
export interface Collector {
  /** False as soon as more came than the limit allows; what is over is dropped. */
  add: (chunk: Buffer) => boolean;
  output: () => string;
  tail: () => string;
}

const TAIL_BYTES = 8 * 1024;

export function collectOutput(limitBytes: number): Collector {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    add: (chunk) => {
      const kept = chunk.subarray(0, Math.max(0, limitBytes - length));
      chunks.push(kept);
      length += kept.length;
      return kept.length === chunk.length;
    },
    output: () => Buffer.concat(chunks).toString('utf8'),
    tail: () => tailOf(Buffer.concat(chunks)),
  };
}

/** The last whole lines that fit; of one endless line, its end, without half a character in front. */
function tailOf(output: Buffer): string {
  if (output.length <= TAIL_BYTES) return output.toString('utf8');
  const end = output.subarray(output.length - TAIL_BYTES);
  const newline = end.indexOf(10);
  if (newline !== -1 && newline < end.length - 1) return end.subarray(newline + 1).toString('utf8');
  let start = 0;
  while (start < 4 && ((end[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return end.subarray(start).toString('utf8');
}
