import { setTimeout as sleep } from 'node:timers/promises';
import { startValidation, type ValidationHandle } from '../client.ts';
import { validationWorkflowId } from '../domain/validation-request.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { countPollers } from '../temporal/count-pollers.ts';
import { followRun } from './follow-run.ts';
import { Interrupted, interruption, untilAborted } from './interruption.ts';
import type { Session } from './session.ts';
import { say } from './streams.ts';
import { sayRun } from './tell-verdict.ts';

/** How long a cancelled run may take to end its processes and to clear its checkouts away. */
const CANCEL_LIMIT_MS = 20_000;

/** Starts the run or joins it, and shows it live. Ctrl-C cancels a run that we started, and leaves one that was there before. */
export async function validateWith(session: Session, workItem: WorkItem): Promise<ValidationResult> {
  const wasRunning = await isRunning(session, validationWorkflowId(workItem));
  const handle = await startValidation({ work_item: workItem }, session);
  sayRun(session, handle.workflowId);
  await sayWhoPolls(session);
  return followUntilInterrupted(session, handle, () => giveUp(handle, wasRunning && session.worker === 'theirs'));
}

/** Follows a run; on Ctrl-C gives it up, and only then rejects. */
export async function followUntilInterrupted(
  { broke }: Pick<Session, 'broke'>,
  handle: ValidationHandle,
  giveUp: () => Promise<void>,
): Promise<ValidationResult> {
  const stopped = new AbortController();
  const following = followRun(handle, stopped.signal);
  const gone = following.then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([following, broke, untilAborted(interruption())]);
  } catch (error) {
    if (error instanceof Interrupted)
      await Promise.race([giveUp().then(() => gone), sleep(CANCEL_LIMIT_MS, undefined, { ref: false })]);
    throw error;
  } finally {
    stopped.abort();
    await gone;
  }
}

async function giveUp(handle: ValidationHandle, isTheirs: boolean): Promise<void> {
  if (isTheirs) {
    say('leaving the run to those who started it');
    return;
  }
  say('cancelling the run …');
  await handle.cancel();
}

async function isRunning({ client }: Session, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name === 'RUNNING';
  } catch {
    return false;
  }
}

/** A run that no worker takes waits for ever: whoever waits with it should know. */
async function sayWhoPolls({ worker, client, taskQueue, target }: Session): Promise<void> {
  if (worker === 'ours' || (await countPollers(client, taskQueue)) > 0) return;
  say(`warning: no worker polls the task queue ${taskQueue} on ${target.address}; the run waits until one does.`);
  say('         `lex-validator worker` starts one. Ctrl-C gives up.');
}
