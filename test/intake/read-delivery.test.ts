import { describe, expect, it } from '@jest/globals';
import { findDeliveryProblems } from '../../src/intake/read-delivery.ts';
import { aDelivery } from '../builders/a-delivery.ts';

describe('the delivery that a request names', () => {
  it('may be absent, or as the bridge writes it', () => {
    expect(findDeliveryProblems(undefined)).toEqual([]);
    expect(findDeliveryProblems(aDelivery({ priority: 3, tried: 1 }))).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'direct', 'delivery'],
    ['null', null, 'delivery'],
    ['results elsewhere', { ...aDelivery(), results: 'lex.other' }, 'delivery.results'],
    ['a header that is an object', { ...aDelivery(), headers: { task_id: {} } }, 'delivery.headers.task_id'],
    [
      'a delay without end',
      { ...aDelivery(), retry: { tries: 2, base_delay_seconds: 1, max_delay_seconds: 1e9 } },
      'delivery.retry.max_delay_seconds',
    ],
    ['no limit', { ...aDelivery(), max_iterations: undefined }, 'delivery.max_iterations'],
  ])('is refused with %s', (_, delivery, field) => {
    expect(findDeliveryProblems(delivery).map((problem) => problem.field)).toEqual([field]);
  });
});
