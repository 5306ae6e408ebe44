/** GitHub asks for at least a minute where a secondary limit names no time. */
const UNNAMED_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;

export type AnswerHeaders = Readonly<Record<string, unknown>>;

function millisecondsNamed(headers: AnswerHeaders, now: number): number | undefined {
  const retryAfter = headers['retry-after'];
  if (typeof retryAfter === 'string' && retryAfter.trim() !== '') {
    const seconds = Number(retryAfter);
    return Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - now;
  }
  const reset = Number(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset)) return reset * 1000 - now;
  return undefined;
}

/** How long the forge asks us to wait, in milliseconds within 0 and an hour; `undefined` where it does not ask. */
export function retryAfterMsOf(headers: AnswerHeaders, now: number): number | undefined {
  const named = millisecondsNamed(headers, now);
  if (named === undefined || Number.isNaN(named)) return undefined;
  return Math.min(Math.max(0, named), MAX_WAIT_MS);
}

/** The wait after a rate limit, whose answer may name none. */
export function rateLimitWaitMs(headers: AnswerHeaders, now: number): number {
  return retryAfterMsOf(headers, now) ?? UNNAMED_WAIT_MS;
}
