import type { Delivery } from '../../src/domain/delivery.ts';

/** A message under the settings of somebody who said nothing, with what a test says instead. */
export function aDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return {
    headers: { task_id: 90412, master_id: 90377, chain_id: 3, debug: false },
    correlation_id: '90401',
    results: 'direct',
    max_iterations: 5,
    retry: { tries: 2, base_delay_seconds: 1, max_delay_seconds: 30 },
    ...overrides,
  };
}
