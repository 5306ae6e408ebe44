import { describe, expect, it } from '@jest/globals';
import { createPublishVerdict, createRecordVerdict } from '../../src/activities/publish-verdict.ts';
import type { Artifacts, Fleet } from '../../src/activities/ports.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { aDelivery } from '../builders/a-delivery.ts';
import { anActivityEnvironment } from './activity-environment.ts';

const result = { success: true } as ValidationResult;

/** An artifact store and a fleet that tell what they were handed, in order. */
function aTold(): { told: unknown[]; artifacts: Artifacts; fleet: Fleet } {
  const told: unknown[] = [];
  const store: Artifacts['store'] = (title, content) => {
    told.push({ [title]: JSON.parse(String(content)) as unknown });
    return Promise.resolve({ title, digest: 'sha256:0', bytes: content.length });
  };
  const publishResult: Fleet['publishResult'] = (published) => {
    told.push({ published: published.result });
    return Promise.resolve();
  };
  return {
    told,
    artifacts: { store } as Artifacts,
    fleet: { publishResult, deadLetter: () => Promise.resolve() },
  };
}

describe('the record of a verdict', () => {
  it('is the whole result, and sends no heartbeat: a local activity has nobody to send it to', async () => {
    const { told, artifacts } = aTold();
    // Outside of an activity a heartbeat throws.
    await expect(createRecordVerdict({ artifacts })({ result })).resolves.toMatchObject({ title: 'result' });
    expect(told).toEqual([{ result }]);
  });
});

describe('publishing a verdict', () => {
  it('records it first, and only then tells the fleet', async () => {
    const { told, ...deps } = aTold();
    await anActivityEnvironment().run(createPublishVerdict(deps), { result, delivery: aDelivery() });
    expect(told).toEqual([{ result }, { published: result }]);
  });

  it('tells the fleet nothing while it cannot be recorded', async () => {
    const { told, fleet } = aTold();
    const artifacts = { store: () => Promise.reject(new Error('the disk is full')) } as unknown as Artifacts;
    const publish = createPublishVerdict({ artifacts, fleet });
    const publishing = anActivityEnvironment().run(publish, { result, delivery: aDelivery() });
    await expect(publishing).rejects.toThrow('the disk is full');
    expect(told).toEqual([]);
  });

  it('is not tried again for a delivery that cannot be read', async () => {
    const { told, ...deps } = aTold();
    const delivery = aDelivery({ max_iterations: 'many' as never });
    const publishing = anActivityEnvironment().run(createPublishVerdict(deps), { result, delivery });
    await expect(publishing).rejects.toMatchObject({ type: 'InvalidDelivery', nonRetryable: true });
    expect(told).toEqual([{ result }]);
  });
});
