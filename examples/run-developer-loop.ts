import { fileURLToPath } from 'node:url';
import { WorkflowNotFoundError } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from '@temporalio/worker';
import { followRun } from '../src/cli/follow-run.ts';
import type { Session } from '../src/cli/session.ts';
import { say } from '../src/cli/streams.ts';
import { tell } from '../src/cli/validate.ts';
import type { ValidationHandle } from '../src/client.ts';
import { validationWorkflowId } from '../src/domain/validation-request.ts';
import type { ValidationResult } from '../src/domain/verdict.ts';
import type { WorkItem } from '../src/domain/work-item.ts';
import { connectNative } from '../src/temporal/connect.ts';
import type { DeveloperActivities, DeveloperWorkflow } from './developer-workflow.ts';
import type { ExampleRepository } from './example-repository.ts';
import { exampleWorkItem } from './example-work-item.ts';

const QUEUE = 'example-developer';

/** A developer agent that needs one round of feedback: it pushes the broken change first, then the right one. */
function developerActivities(repository: ExampleRepository): DeveloperActivities {
  return {
    implement: ({ branch, attempt, feedback }) => {
      say(`developer: attempt ${attempt}, ${feedback.length} issues to mend; pushing to ${branch}`);
      return repository.push(branch, attempt === 0 ? 'broken' : 'right');
    },
  };
}

/** Runs the developer workflow with a worker of its own, and shows each validation that it starts. */
export async function runDeveloperLoop(session: Session, repository: ExampleRepository) {
  const connection = await connectNative(session.target);
  const worker = await Worker.create({
    connection,
    namespace: session.target.namespace,
    taskQueue: QUEUE,
    workflowsPath: fileURLToPath(new URL('./developer-workflow.js', import.meta.url)),
    activities: developerActivities(repository),
  });
  try {
    return await worker.runUntil(() =>
      followLoop(session, exampleWorkItem(repository.cloneUrl, 'fleet/fix-ledger-kit-loop', null)),
    );
  } finally {
    await connection.close();
  }
}

async function followLoop(session: Session, workItem: WorkItem) {
  const workflowId = `develop/${workItem.work_item_id}`;
  const developer = await session.client.workflow.start<typeof DeveloperWorkflow>('DeveloperWorkflow', {
    workflowId,
    taskQueue: QUEUE,
    args: [{ workItem, validatorQueue: session.taskQueue }],
    staticSummary: `develop: ${workItem.title ?? ''}`,
  });
  const workflowIds = [workflowId];
  let result: ValidationResult;
  let attempt = 0;
  do {
    const handle = await appeared(
      session,
      validationWorkflowId({ ...workItem, pipeline: { ...workItem.pipeline, attempt } }),
    );
    workflowIds.push(handle.workflowId);
    result = await followRun(handle);
    await tell(session, handle, result);
    if (result.notified !== undefined) say(`developer workflow signalled: ${result.notified ? 'yes' : 'no'}`);
    attempt += 1;
  } while (result.pipeline.review_result.verdict === 'rejected' && attempt < 3);
  return { result: await developer.result(), workflowIds };
}

/** The developer workflow starts the validation when it has implemented: until then there is no such run. */
async function appeared({ client }: Session, workflowId: string): Promise<ValidationHandle> {
  const handle: ValidationHandle = client.workflow.getHandle(workflowId);
  for (let tries = 0; ; tries += 1) {
    try {
      await handle.describe();
      return handle;
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError) || tries > 300) throw error;
      await sleep(100);
    }
  }
}
