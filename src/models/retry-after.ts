/** In milliseconds. Servers have been seen to ask for ten hours; Temporal would wait them. */
const LONGEST_MS = 60_000;

/** How long a server asks us to wait, in milliseconds and capped; `undefined` when it does not say. `nowMs` is since the epoch. */
export function readRetryAfter(headers: Headers | undefined, nowMs: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? NaN);
  const written = headers?.get('retry-after') ?? '';
  const seconds = written.trim() === '' ? NaN : Number(written);
  const candidates = [milliseconds, seconds * 1_000, Date.parse(written) - nowMs];
  const wait = candidates.find((candidate) => Number.isFinite(candidate) && candidate >= 0);
  return wait === undefined ? undefined : Math.min(wait, LONGEST_MS);
}
