import type { ValidationResult } from '../../src/domain/verdict.ts';

/** How a run ended: what lies beside a recorded history as `<shape>.verdict.json`, and what the code says of it today. */
export type Ending = { kind: 'completed'; result: ValidationResult } | { kind: 'cancelled' } | { kind: 'failed' };
