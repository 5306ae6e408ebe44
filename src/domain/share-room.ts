/**
 * How much each of several wishes gets of a common room: small wishes in full, the rest equally, so that one check with
 * a thousand issues does not silence the other six. Whole numbers; the sum never exceeds `room`.
 */
export function shareRoom(wishes: readonly number[], room: number): number[] {
  const shares = wishes.map(() => 0);
  const smallestFirst = wishes.map((wish, index) => ({ wish, index })).sort((a, b) => a.wish - b.wish);
  let left = room;
  smallestFirst.forEach(({ wish, index }, position) => {
    const share = Math.max(0, Math.min(wish, Math.floor(left / (wishes.length - position))));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
