import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shareRoom } from '../../src/domain/share-room.ts';

describe('shareRoom', () => {
  it('gives small wishes in full and the rest equally', () => {
    expect(shareRoom([1000, 1, 1000], 51)).toEqual([25, 1, 25]);
  });

  it('never gives more than was wished or than there is, and wastes nothing that was wished', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { maxLength: 9 }), fc.nat(200), (wishes, room) => {
        const shares = shareRoom(wishes, room);
        const total = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);
        expect(shares.every((share, index) => share >= 0 && share <= (wishes[index] ?? 0))).toBe(true);
        expect(total(shares)).toBe(Math.min(room, total(wishes)));
      }),
    );
  });
});
