import { ApplicationFailure } from '@temporalio/activity';
import type { EvidenceReference } from '../domain/check.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { describeBadFields } from '../intake/invalid-work-item.ts';
import { findDeliveryProblems } from '../intake/read-delivery.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { Artifacts, Fleet } from './ports.ts';

export interface PublishVerdictInput {
  result: ValidationResult;
  /** The message that waits for the result. */
  delivery: Delivery;
  original?: WorkItem;
}

/** Records the whole result where it outlives Temporal's retention. Local to the workflow task, so it sends no heartbeats. */
export const createRecordVerdict =
  ({ artifacts }: { artifacts: Artifacts }) =>
  ({ result }: { result: ValidationResult }): Promise<EvidenceReference> =>
    artifacts.store('result', `${JSON.stringify(result, null, 2)}\n`);

/**
 * Tells whoever sent the work item: first recorded, then told, so what could not be recorded at the verdict is recorded here, at the
 * latest. Twice the same is one record, and one message to a consumer that drops duplicates by `message_id`.
 */
export const createPublishVerdict = ({ artifacts, fleet }: { artifacts: Artifacts; fleet: Fleet }) => {
  const recordVerdict = createRecordVerdict({ artifacts });
  return ({ result, delivery, original }: PublishVerdictInput): Promise<EvidenceReference> =>
    withHeartbeat(async () => {
      const record = await recordVerdict({ result });
      await fleet.publishResult({ result, delivery: checked(delivery), original });
      return record;
    });
};

/** Gives a work item back to the fleet's dead letters, with the reason: taken and then silently dropped is what must not be. */
export const createDeadLetterWorkItem =
  ({ fleet }: { fleet: Fleet }) =>
  (returned: { workItem: unknown; delivery: Delivery; because: string }): Promise<void> =>
    withHeartbeat(() => fleet.deadLetter({ ...returned, delivery: checked(returned.delivery) }));

/** Another attempt cannot mend it, and the one who wrote it must learn of it. */
function checked(delivery: Delivery): Delivery {
  const problems = findDeliveryProblems(delivery);
  if (problems.length === 0) return delivery;
  throw ApplicationFailure.nonRetryable(describeBadFields(problems), 'InvalidDelivery', problems);
}
