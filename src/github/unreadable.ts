import { ForgeUnreadable, type UnreadableDetails } from '../domain/forge-unreadable.ts';
import { excerptOf } from './excerpt.ts';
import { saysNoSuchPullRequest } from './no-such-pull-request.ts';
import { rateLimitWaitMs, retryAfterMsOf, type AnswerHeaders } from './retry-after.ts';

/** What octokit throws, seen by its shape: inside a test's realm its errors are not `instanceof Error`. */
interface Thrown {
  message?: unknown;
  status?: unknown;
  response?: { headers?: AnswerHeaders; data?: unknown };
  headers?: AnswerHeaders;
  errors?: unknown;
  cause?: unknown;
  code?: unknown;
}

interface Told extends UnreadableDetails {
  message: string;
}

interface GraphqlError {
  type?: unknown;
  message?: unknown;
  extensions?: { code?: unknown };
}

const REFUSALS = new Set(['NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPES', 'UNAUTHENTICATED', 'UNPROCESSABLE']);
const RATE_LIMIT = /rate limit|abuse detection/i;

function ofGraphqlErrors(errors: readonly GraphqlError[], headers: AnswerHeaders): Told {
  const first = errors[0];
  const said = errors.map((error) => String(error.message)).join('; ');
  const message = `the forge answered with errors: ${excerptOf(said === '' ? 'none named' : said)}`;
  if (first?.type === 'RATE_LIMITED' || RATE_LIMIT.test(said)) {
    return { message, retryable: true, retryAfterMs: rateLimitWaitMs(headers, Date.now()) };
  }
  const refused = errors.some((error) => REFUSALS.has(String(error.type)) || error.extensions?.code !== undefined);
  return { message, retryable: !refused, retryAfterMs: retryAfterMsOf(headers, Date.now()) };
}

function textOf(data: unknown): string {
  if (typeof data === 'string') return /<html|<!doctype/i.test(data) ? 'an HTML page' : excerptOf(data);
  const message = (data as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? excerptOf(message) : '';
}

/** A 403 is a refusal or a rate limit in disguise; the headers and the text tell. */
function isRateLimit(status: number, headers: AnswerHeaders, said: string): boolean {
  if (status === 429) return true;
  return status === 403 && (retryAfterMsOf(headers, Date.now()) !== undefined || RATE_LIMIT.test(said));
}

function ofStatus(host: string, status: number, answer: { headers?: AnswerHeaders; data?: unknown }): Told {
  const headers = answer.headers ?? {};
  const said = textOf(answer.data);
  const message = `the forge at ${host} answered ${status}${said === '' ? '' : `: ${said}`}`;
  if (isRateLimit(status, headers, said)) {
    return { message, retryable: true, retryAfterMs: rateLimitWaitMs(headers, Date.now()) };
  }
  const retryable = status >= 500 || status === 408;
  return { message, retryable, retryAfterMs: retryAfterMsOf(headers, Date.now()) };
}

/** The innermost reason of a failed connection, such as `ECONNREFUSED`. */
function reasonOf(thrown: Thrown): string {
  let last: Thrown = thrown;
  for (let depth = 0; depth < 5 && typeof last.cause === 'object' && last.cause !== null; depth += 1) last = last.cause;
  return excerptOf(typeof last.code === 'string' ? last.code : String(last.message));
}

function tell(error: Thrown, host: string): Told {
  if (saysNoSuchPullRequest(error))
    return { message: 'the forge has no such pull request', retryable: false, absent: true };
  if (Array.isArray(error.errors)) return ofGraphqlErrors(error.errors as GraphqlError[], error.headers ?? {});
  if (typeof error.status === 'number' && error.response !== undefined)
    return ofStatus(host, error.status, error.response);
  return { message: `the forge at ${host} could not be reached: ${reasonOf(error)}`, retryable: true };
}

/**
 * Turns whatever a call to the forge threw into a `ForgeUnreadable` that says whether asking again may help. What is
 * not known to be a refusal is retryable: Temporal bounds the tries, and what is left then is unjudged. What was thrown
 * is not kept as the cause, and the token is cut out of what the forge said: both end in a history that people read.
 */
export function unreadableOf(thrown: unknown, host: string, token: string): ForgeUnreadable {
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : { message: thrown }) as Thrown;
  const { message, ...details } = tell(error, host);
  return new ForgeUnreadable(message.replaceAll(token, '***'), details);
}
