import { CancelledFailure, CancellationScope, log } from '@temporalio/workflow';
import { composeResult } from '../domain/compose-result.ts';
import { approveWithoutChecks, decideVerdict } from '../domain/decide-verdict.ts';
import type { Admission } from '../domain/plan.ts';
import type { ValidationRequest } from '../domain/validation-request.ts';
import type { ReviewResult, ValidationResult } from '../domain/verdict.ts';
import { admission, housekeeping } from './check-activities.ts';
import { deliver, giveBack, receiveDelivery, tryAgainUnlessJudged, type Received } from './deliver.ts';
import { notifyDeveloper } from './notify-developer.ts';
import { openProgress } from './progress.ts';
import { runChecks } from './run-checks.ts';
import { openRun, type Run } from './run.ts';

/**
 * Takes a work item through the seven checks to a verdict.
 *
 * A rejection is a value. The workflow fails only for a work item that cannot be read (`InvalidWorkItem`) or for a bug,
 * and it ends as cancelled when somebody cancels it: an approval needs positive evidence from every check that was asked.
 */
export async function ValidationWorkflow(request: ValidationRequest): Promise<ValidationResult> {
  const startedAt = new Date().toISOString();
  const progress = openProgress();
  const received = receiveDelivery(request);
  const { plan, source } = await admit(request, received);
  const { work_item, developer } = request;
  const run = openRun({ workItem: work_item, plan, source, progress });
  progress.admit(work_item, plan);

  const review = plan.enabled ? await judge(run) : approveWithoutChecks(plan);

  const completedAt = new Date().toISOString();
  const result = composeResult({ workItem: work_item, review, votes: run.votes, plan, startedAt, completedAt });
  progress.decide(review);
  await withoutFail('record the verdict', () => housekeeping.recordVerdict({ result }));
  await tryAgainUnlessJudged(request, received, review);
  const notified = await notifyDeveloper(developer, result);
  const published = await deliver(received.delivery, result, work_item);
  return {
    ...result,
    ...(notified === undefined ? {} : { notified }),
    ...(published === undefined ? {} : { published }),
  };
}

async function admit(request: ValidationRequest, received: Received): Promise<Admission> {
  try {
    return await admission.admitWorkItem(request);
  } catch (error) {
    await giveBack(received, error);
    throw error;
  }
}

/** The checks under one deadline, then the verdict: a pure function of what they ended in. */
async function judge(run: Run): Promise<ReviewResult> {
  const { plan } = run;
  const deadline = new CancellationScope({ cancellable: true, timeout: plan.limits.runMs });
  try {
    await deadline.run(() => runChecks(run));
  } finally {
    await withoutFail('remove the checkout', () => housekeeping.releaseCheckout());
  }
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The validation was cancelled');
  if (deadline.consideredCancelled) run.stop(`the deadline of ${plan.limits.runMs / 1000} s for the whole run passed`);
  return decideVerdict(run.evidence());
}

/** Tidying and telling: neither a failure nor a cancellation there may cost the verdict. */
async function withoutFail(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await CancellationScope.nonCancellable(work);
  } catch (error) {
    log.warn(`Could not ${what}`, { error });
  }
}
