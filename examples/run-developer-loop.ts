import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { interruption, untilAborted } from '../src/cli/interruption.ts';
import type { Session } from '../src/cli/session.ts';
import { say } from '../src/cli/streams.ts';
import { sayRun, tellVerdict } from '../src/cli/tell-verdict.ts';
import { followUntilInterrupted } from '../src/cli/validate-with.ts';
import type { ValidationHandle } from '../src/client.ts';
import { validationWorkflowId } from '../src/domain/validation-request.ts';
import type { ValidationResult } from '../src/domain/verdict.ts';
import type { WorkItem } from '../src/domain/work-item.ts';
import { connectNative } from '../src/temporal/connect.ts';
import type { DeveloperActivities, DeveloperWorkflow } from './developer-workflow.ts';
import type { ExampleEnd } from './example.ts';
import type { ExampleRepository } from './example-repository.ts';
import { exampleWorkItem } from './example-work-item.ts';

const MOST_ATTEMPTS = 3;
const POLL_MS = 100;

/** A developer agent that needs one round of feedback: it pushes the broken change first, then the right one. */
function developerActivities(repository: ExampleRepository): DeveloperActivities {
  return {
    implement: ({ branch, attempt, feedback }) => {
      say(`\ndeveloper: attempt ${attempt}, ${feedback.length} issues to mend; pushing to ${branch}`);
      return repository.push(branch, attempt === 0 ? 'broken' : 'right');
    },
  };
}

/** Runs the developer workflow with a worker of its own, and shows each validation that it starts. */
export async function runDeveloperLoop(session: Session, repository: ExampleRepository): Promise<ExampleEnd> {
  const { address, namespace } = session.target;
  const connection = await connectNative(session.target);
  try {
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: developerQueue(session),
      workflowsPath: fileURLToPath(new URL('./developer-workflow.js', import.meta.url)),
      activities: developerActivities(repository),
    });
    const workItem = exampleWorkItem(repository.cloneUrl, 'fleet/fix-ledger-kit-loop', null);
    return await worker.runUntil(() => followLoop(session, workItem));
  } catch (error) {
    throw interruption().aborted ? (interruption().reason as Error) : new Error(`on ${address}`, { cause: error });
  } finally {
    await connection.close();
  }
}

/** Beside the validator's, and as private. */
function developerQueue({ taskQueue }: Session): string {
  return `${taskQueue}-developer`;
}

async function followLoop(session: Session, workItem: WorkItem): Promise<ExampleEnd> {
  const workflowId = `develop/${workItem.work_item_id}`;
  const developer = await session.client.workflow.start<typeof DeveloperWorkflow>('DeveloperWorkflow', {
    workflowId,
    taskQueue: developerQueue(session),
    args: [{ workItem, validatorQueue: session.taskQueue }],
    staticSummary: `develop: ${workItem.title ?? ''}`,
  });
  const workflowIds = [workflowId];
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const id = validationWorkflowId({ ...workItem, pipeline: { ...workItem.pipeline, attempt } });
    workflowIds.push(id);
    const result = await followAttempt(session, developer, id);
    if (result.pipeline.review_result.verdict === 'approved') break;
  }
  return { result: await developer.result(), workflowIds };
}

async function followAttempt(session: Session, developer: WorkflowHandle, id: string): Promise<ValidationResult> {
  const giveUp = async (): Promise<void> => {
    say('cancelling the developer workflow, and its validation with it …');
    await developer.cancel();
  };
  const handle = await Promise.race([appeared(session, id), untilAborted(interruption())]);
  sayRun(session, id);
  const result = await followUntilInterrupted(session, handle, giveUp);
  await tellVerdict(session, { workflowId: id, result });
  if (result.notified !== undefined) say(`the developer workflow was signalled: ${result.notified ? 'yes' : 'no'}`);
  return result;
}

/** The developer workflow starts the validation when it has implemented: until then there is no such run. */
async function appeared({ client }: Session, workflowId: string): Promise<ValidationHandle> {
  const handle: ValidationHandle = client.workflow.getHandle(workflowId);
  for (;;) {
    interruption().throwIfAborted();
    try {
      await handle.describe();
      return handle;
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      await sleep(POLL_MS);
    }
  }
}
