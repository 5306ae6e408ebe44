import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { ModelReply } from '../activities/ports.ts';
import { readRetryAfter } from './retry-after.ts';
import { scrub } from './scrub.ts';

type NoAnswer = Extract<ModelReply, { kind: 'no-answer' }>;

/** 408 slow, 409 locked, 425 too early, 429 too many. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Sorts what the client throws, by facts of the transport and never by prose. Connection errors come first: they are API errors without
 * a status. Everything else that is no API error (a body that is not JSON, a stream cut short) may go better next time.
 */
export function readModelError(error: unknown, apiKey: string | null): NoAnswer {
  if (error instanceof APIConnectionTimeoutError) return passing('the model did not answer in time');
  if (error instanceof APIConnectionError) return passing(`the connection failed${causeOf(error)}`);
  if (error instanceof APIError) return readStatus(error as APIError, apiKey);
  const name = (error as { name?: string } | null)?.name ?? 'Error';
  return passing(`the answer could not be read (${name.slice(0, 60)})`);
}

function readStatus(error: APIError, apiKey: string | null): NoAnswer {
  const { status } = error;
  const retryAfterMs = readRetryAfter(error.headers, Date.now());
  const because = `the server answered ${status ?? 'without a status'}: ${scrub(error.message, apiKey)}`;
  return {
    kind: 'no-answer',
    because,
    retryable: mayPass(error),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** A used-up quota comes as 429 and does not pass by itself. */
function mayPass({ status, code, type }: APIError): boolean {
  if (code === 'insufficient_quota' || type === 'insufficient_quota') return false;
  return status === undefined || status >= 500 || PASSING.has(status);
}

/** Node's code, such as ECONNREFUSED, from however deep it sits. */
function causeOf(error: unknown): string {
  let cause: unknown = error;
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return ` (${code.slice(0, 40)})`;
    cause = (cause as { cause?: unknown }).cause;
  }
  return '';
}

const passing = (because: string): NoAnswer => ({ kind: 'no-answer', because, retryable: true });
