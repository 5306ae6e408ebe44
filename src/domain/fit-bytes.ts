import { shareRoom } from './share-room.ts';

/** Cuts the longest lines of a list until all of it fits into `bytes`, as JSON; short lines stay whole. */
export function fitBytes(lines: readonly string[], bytes: number): string[] {
  const shares = shareRoom(lines.map(bytesOf), bytes);
  return lines.map((line, index) => cutToBytes(line, shares[index] ?? 0));
}

/** Length as JSON text in UTF-8, without the quotes. */
export function bytesOf(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + bytesOfCharacter(character), 0);
}

function cutToBytes(line: string, bytes: number): string {
  if (bytesOf(line) <= bytes) return line;
  const mark = '…';
  let room = bytes - bytesOfCharacter(mark);
  let kept = '';
  for (const character of line) {
    room -= bytesOfCharacter(character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept}${mark}`;
}

function bytesOfCharacter(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20) return character === '\n' || character === '\t' ? 2 : 6;
  if (point < 0x80) return character === '"' || character === '\\' ? 2 : 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
