import { setTimeout as sleep } from 'node:timers/promises';
import { Listr, ListrLogger, ProcessOutput, type ListrTask } from 'listr2';
import { LOOKING_CHECKS, type LookingCheck } from '../domain/check.ts';
import type { CheckProgress, ValidationProgress } from '../domain/validation-progress.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { ValidationHandle } from '../client.ts';

const POLL_MS = 200;

/** What a line of the live view waits for. */
type Watch = (check: LookingCheck) => Promise<CheckProgress>;

/** Waits for the result; meanwhile a line a check on standard error, live on a terminal and plain elsewhere. */
export async function followRun(handle: ValidationHandle): Promise<ValidationResult> {
  const result = handle.result();
  const watch = watchProgress(handle, result);
  const [ended] = await Promise.allSettled([result, showChecks(watch)]);
  if (ended.status === 'rejected') throw ended.reason as Error;
  return ended.value;
}

function showChecks(watch: Watch): Promise<unknown> {
  const output = new ProcessOutput(process.stderr, process.stderr);
  const tasks = LOOKING_CHECKS.map((check): ListrTask => ({
    title: check,
    task: (_context, task) => showCheck(watch, check, task),
  }));
  return new Listr(tasks, {
    concurrent: true,
    exitOnError: false,
    fallbackRenderer: 'simple',
    fallbackRendererCondition: () => !process.stderr.isTTY,
    rendererOptions: { logger: new ListrLogger({ processOutput: output }) },
    fallbackRendererOptions: { logger: new ListrLogger({ processOutput: output }) },
  }).run();
}

/** A line that stands for a check until the check is over; what did not pass is shown as the list shows errors. */
async function showCheck(watch: Watch, check: LookingCheck, task: Parameters<ListrTask['task']>[1]): Promise<void> {
  const progress = await watch(check);
  const line = describe(progress);
  if (progress.state === 'skipped') task.skip(line);
  else if (progress.state === 'passed') task.title = line;
  else throw new Error(line);
}

function describe({ check, state, because, issues, started_at, ended_at }: CheckProgress): string {
  const seconds =
    started_at && ended_at ? ` in ${((Date.parse(ended_at) - Date.parse(started_at)) / 1000).toFixed(1)} s` : '';
  const detail = because ?? (issues === undefined ? '' : `${issues} issue${issues === 1 ? '' : 's'}`);
  return `${check}: ${state}${seconds}${detail === '' ? '' : ` (${detail})`}`;
}

/** One poll serves all lines. A query that fails says nothing: the worker may be busy, the result tells in the end. */
function watchProgress(handle: ValidationHandle, result: Promise<ValidationResult>): Watch {
  let latest: ValidationProgress | null = null;
  let over = false;
  const poll = async (): Promise<void> => {
    latest = await handle.query<ValidationProgress>('progress').catch(() => latest);
  };
  const polling = (async () => {
    while (!over) {
      await poll();
      await sleep(POLL_MS);
    }
  })();
  const ended = result
    .catch(() => undefined)
    .then(async () => {
      over = true;
      await polling;
      await poll();
    });
  return async (check) => {
    for (;;) {
      const progress = latest?.checks.find((entry) => entry.check === check);
      if (progress !== undefined && isOver(progress)) return progress;
      if (over) {
        await ended;
        return (
          latest?.checks.find((entry) => entry.check === check) ?? {
            check,
            state: 'unjudged',
            because: 'no progress was seen',
          }
        );
      }
      await sleep(POLL_MS / 2);
    }
  };
}

function isOver({ state }: CheckProgress): boolean {
  return state !== 'waiting' && state !== 'running';
}
