import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Admission } from '../domain/plan.ts';
import { describeBadFields, type BadField } from '../intake/invalid-work-item.ts';
import { planValidation } from '../intake/plan-validation.ts';
import { findDeliveryProblems } from '../intake/read-delivery.ts';
import { findDeveloperProblems } from '../intake/read-developer.ts';
import { readWorkItem } from '../intake/read-work-item.ts';
import { findScriptedRequests } from '../intake/requested-models.ts';
import type { WorkItem } from '../domain/work-item.ts';
import type { Settings } from '../settings.ts';

export interface AdmissionDeps {
  settings: Settings;
  /** The search attributes that the namespace knows. */
  searchAttributes: () => Promise<string[]>;
  /** The name of this worker's machine. */
  node: string;
}

/**
 * The door of a run: checks the work item and the developer's address, and takes a snapshot of the settings, so that what
 * follows is decided by what is in the history. Whatever a caller started the workflow with comes here. Fails with `InvalidWorkItem`, never retried, whose message and details name every bad field.
 * The work item itself does not come back: the workflow has it, and a copy would only make the history longer.
 */
export function createAdmitWorkItem({ settings, searchAttributes, node }: AdmissionDeps) {
  return async (request: unknown): Promise<Admission> => {
    const { work_item, developer, delivery } = partsOf(request);
    const workItem = admitted(work_item, settings);
    const unreachable = [...findDeveloperProblems(developer), ...findDeliveryProblems(delivery)];
    if (unreachable.length > 0) throw refusal(unreachable);
    const admission = planValidation(workItem, settings, {
      node,
      searchAttributes: await knownOrNone(searchAttributes),
    });
    if (admission.plan.enabled && !saysWhatToJudge(admission)) throw refusal([NOTHING_TO_JUDGE]);
    return admission;
  };
}

const NOTHING_TO_JUDGE: BadField = {
  field: 'pipeline.branch_name',
  problem: 'must be given where there is neither a pull request number nor a commit',
};

/** A caller of another language may have started the workflow with anything, or with nothing. */
function partsOf(request: unknown): { work_item?: unknown; developer?: unknown; delivery?: unknown } {
  return typeof request === 'object' && request !== null ? request : {};
}

function admitted(input: unknown, settings: Settings): WorkItem {
  const reading = readWorkItem(input);
  if (reading.kind === 'invalid') throw refusal(reading.fields);
  const scripted = findScriptedRequests(reading.workItem, settings);
  if (scripted.length > 0) throw refusal(scripted);
  return reading.workItem;
}

function saysWhatToJudge({ source }: Admission): boolean {
  return source.branch !== null || source.prNumber !== null || source.headSha !== null;
}

function refusal(fields: BadField[]): ApplicationFailure {
  return ApplicationFailure.nonRetryable(describeBadFields(fields), 'InvalidWorkItem', fields);
}

/** Search attributes are for finding runs: a namespace that does not say which it has costs nobody the verdict. */
async function knownOrNone(searchAttributes: () => Promise<string[]>): Promise<string[]> {
  try {
    return await searchAttributes();
  } catch (error) {
    const { log, cancellationSignal } = Context.current();
    cancellationSignal.throwIfAborted();
    log.warn('The search attributes of the namespace could not be listed; this run is written without any', { error });
    return [];
  }
}
