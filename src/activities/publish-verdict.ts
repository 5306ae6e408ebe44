import type { EvidenceReference } from '../domain/check.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { Artifacts } from './ports.ts';
import { withHeartbeat } from './heartbeat.ts';

/** Records the whole result where it outlives Temporal's retention: first recorded, then told. Twice the same is one record. */
export const createPublishVerdict =
  ({ artifacts }: { artifacts: Artifacts }) =>
  ({ result }: { result: ValidationResult }): Promise<EvidenceReference> =>
    withHeartbeat(() => artifacts.store('result', `${JSON.stringify(result, null, 2)}\n`));
