/** The name that a person most likely meant, or `undefined` where none is near. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: distanceBetween(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= allowance(name) || extendsTheOther(word, name));
  return near.sort((one, other) => one.distance - other.distance)[0]?.name;
}

/** A short name forgives one slip, a long one three. */
function allowance(name: string): number {
  if (name.length <= 4) return 1;
  return name.length <= 8 ? 2 : 3;
}

/** `username` for `user`: what edit distance alone would call far. */
function extendsTheOther(word: string, name: string): boolean {
  const [short, long] = word.length < name.length ? [word, name] : [name, word];
  return short.length >= 4 && long.startsWith(short);
}

/** Edits (insert, delete, replace, swap of neighbours) that make one word the other: optimal string alignment. */
function distanceBetween(one: string, other: string): number {
  const width = other.length + 1;
  const rows: number[][] = [Array.from({ length: width }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column < width; column++) {
      line.push(cheapest(rows, line, { one, other, row, column }));
    }
    rows.push(line);
  }
  return rows[one.length]?.[other.length] ?? 0;
}

interface Cell {
  one: string;
  other: string;
  row: number;
  column: number;
}

function cheapest(rows: number[][], line: number[], { one, other, row, column }: Cell): number {
  const at = (up: number, left: number): number =>
    (up === 0 ? line[column - left] : rows[row - up]?.[column - left]) ?? Infinity;
  const same = one[row - 1] === other[column - 1];
  const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
  return Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (same ? 0 : 1), swapped ? at(2, 2) + 1 : Infinity);
}
