import { setTimeout as sleep } from 'node:timers/promises';
import type { ValidationHandle } from '../client.ts';
import type { ValidationProgress } from '../domain/validation-progress.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import { linesOfProgress, linesOfReview } from '../report/check-lines.ts';
import { createChecksView, type ChecksView } from './checks-view.ts';

const POLL_MS = 200;
const QUERY_LIMIT_MS = 2_000;

/**
 * Waits for the result, and shows meanwhile on standard error where the checks stand. Rejects when the run fails or the signal says
 * stop; in either case no call of ours is left under way, so that the connection may be closed.
 */
export async function followRun(
  handle: ValidationHandle,
  signal: AbortSignal,
  view: ChecksView = createChecksView(process.stderr),
): Promise<ValidationResult> {
  const result = handle.client.withAbortSignal(signal, () => handle.result());
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const noticed = result.then(end, end);
  while (!ended.signal.aborted) {
    const progress = await askProgress(handle);
    if (progress !== null) view.show(linesOfProgress(progress.checks, Date.now()));
    await sleep(POLL_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  }
  await noticed;
  const { pipeline } = await result;
  view.show(linesOfReview(pipeline.review_result));
  return result;
}

/** A query that fails says nothing: the worker may be busy or away, and the result tells in the end. */
export async function askProgress(
  handle: Pick<ValidationHandle, 'client' | 'query'>,
): Promise<ValidationProgress | null> {
  try {
    return await handle.client.withDeadline(Date.now() + QUERY_LIMIT_MS, () =>
      handle.query<ValidationProgress>('progress'),
    );
  } catch {
    return null;
  }
}
