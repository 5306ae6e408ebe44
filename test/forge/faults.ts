/** An answer of GraphQL as it goes over the wire. */
export interface WireAnswer {
  data?: unknown;
  errors?: unknown[];
}

/** What one request meets instead of a good answer. */
export type Fault =
  | { kind: 'answer'; status: number; headers: Record<string, string>; body: string }
  /** The good answer, changed on its way out. */
  | { kind: 'edit'; edit: (answer: WireAnswer) => WireAnswer }
  /** No answer, for as long as the caller waits. */
  | { kind: 'hang' }
  /** Headers and half of a body, then the connection is gone. */
  | { kind: 'cut' }
  | { kind: 'none' };

const json = { 'content-type': 'application/json; charset=utf-8' };

function refusal(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return { kind: 'answer', status, headers: { ...json, ...headers }, body: JSON.stringify({ message }) };
}

export const noFault: Fault = { kind: 'none' };
export const hang: Fault = { kind: 'hang' };
export const cut: Fault = { kind: 'cut' };
export const badCredentials = refusal(401, 'Bad credentials');
export const notAllowed = refusal(403, 'Resource not accessible by integration');
export const serverError = refusal(500, 'Something went wrong');

export function secondaryLimit(retryAfterSeconds?: number): Fault {
  const headers = retryAfterSeconds === undefined ? undefined : { 'retry-after': String(retryAfterSeconds) };
  return refusal(
    403,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    headers,
  );
}

export function tooManyRequests(headers: Record<string, string> = {}): Fault {
  return refusal(429, 'Too many requests', headers);
}

/** A page of a proxy or of a sign-in: with status 200 it looks like success. */
export function html(status: number): Fault {
  const body = '<!DOCTYPE html><html><body><h1>Unicorn!</h1></body></html>';
  return { kind: 'answer', status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Status 200, as GitHub answers, with errors and whatever data the test says. */
export function graphqlErrors(errors: unknown[], data: unknown = null): Fault {
  return { kind: 'edit', edit: () => ({ data, errors }) };
}

/** The good answer with one part replaced, by a path such as `repository.pullRequest.reviewThreads`. */
export function replaced(path: string, replace: (part: unknown) => unknown): Fault {
  return {
    kind: 'edit',
    edit: (answer) => ({ ...answer, data: replaceAt(answer.data, path.split('.'), replace) }),
  };
}

function replaceAt(value: unknown, path: readonly string[], replace: (part: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? replaceAt(item, rest, replace) : item));
  const record = value as Record<string, unknown> | null;
  if (record === null || !(key in record)) throw new Error(`the answer has no ${key} to replace`);
  return { ...record, [key]: replaceAt(record[key], rest, replace) };
}
