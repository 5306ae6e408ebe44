import { describe, expect, it } from '@jest/globals';
import { oneAhead } from '../../src/sandbox/one-ahead.ts';

async function* counted(to: number, told: string[]): AsyncGenerator<number> {
  try {
    for (let number = 1; number <= to; number += 1) {
      await Promise.resolve();
      told.push(`made ${String(number)}`);
      yield number;
    }
  } finally {
    told.push('closed');
  }
}

const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('one ahead', () => {
  it('makes the next item while one is worked on, and not the one after it', async () => {
    const told: string[] = [];
    for await (const number of oneAhead(counted(3, told))) {
      await breath();
      told.push(`used ${String(number)}`);
    }
    expect(told).toEqual(['made 1', 'made 2', 'used 1', 'made 3', 'used 2', 'closed', 'used 3']);
  });

  it('loses nothing of what is there already', async () => {
    const seen: string[] = [];
    for await (const item of oneAhead(['a', 'b', 'c'])) seen.push(item);
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('tells a failure after the items that came before it', async () => {
    async function* failing(): AsyncGenerator<number> {
      yield await Promise.resolve(1);
      throw new Error('no more');
    }
    const seen: number[] = [];
    const use = async (): Promise<void> => {
      for await (const item of oneAhead(failing())) {
        await breath();
        seen.push(item);
      }
    };
    await expect(use()).rejects.toThrow('no more');
    expect(seen).toEqual([1]);
  });

  it('closes what it reads from when nobody wants more', async () => {
    const told: string[] = [];
    for await (const number of oneAhead(counted(9, told))) if (number === 1) break;
    expect(told).toEqual(['made 1', 'made 2', 'closed']);
  });
});
