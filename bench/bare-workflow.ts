import { proxyActivities } from '@temporalio/workflow';

export { ValidationWorkflow } from '../src/workflows/index.ts';

const { nothing } = proxyActivities<{ nothing: () => Promise<void> }>({ startToCloseTimeout: '1 minute' });

/** As many activities as a validation with three reviewers, in the same order and with the same three at a time, and nothing else. */
export async function BareWorkflow(): Promise<void> {
  for (const atOnce of [1, 1, 3, 1, 1, 3, 1, 1, 1]) await Promise.all(Array.from({ length: atOnce }, () => nothing()));
}
