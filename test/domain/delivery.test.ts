import { describe, expect, it } from '@jest/globals';
import { delayOfNextTry } from '../../src/domain/delivery.ts';
import { aDelivery } from '../builders/a-delivery.ts';

const retry = { tries: 6, base_delay_seconds: 1, max_delay_seconds: 5 };

describe('the next try of a work item', () => {
  it('never comes after a judgement', () => {
    expect(delayOfNextTry(aDelivery(), { judged: true })).toBeNull();
  });

  it.each([
    [0, 1_000],
    [1, 2_000],
    [2, 4_000],
    [3, 5_000],
    [4, 5_000],
    [5, null],
    [900, null],
  ])('comes after %s tries in %s ms', (tried, delay) => {
    expect(delayOfNextTry(aDelivery({ retry, tried }), { judged: false })).toBe(delay);
  });

  it('does not come where one try is all there is', () => {
    expect(delayOfNextTry(aDelivery({ retry: { ...retry, tries: 1 } }), { judged: false })).toBeNull();
    expect(delayOfNextTry(aDelivery({ retry: { ...retry, tries: Number.NaN } }), { judged: false })).toBeNull();
  });
});
