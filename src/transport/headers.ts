import type { HeaderValue } from '../domain/delivery.ts';

const MOST_HEADERS = 64;
const MOST_LENGTH = 1_024;
/** Of all of them as JSON: they stand in one frame, and in a history. */
const MOST_BYTES = 16_384;

/**
 * What belongs to one hop and not to the task: the broker's account of deaths and deliveries, the counter of tries, the key of an encrypted
 * body, and CC and BCC, by which the broker would send copies.
 */
const OF_THIS_HOP = /^(?:x-(?:death|first-death|last-death|delivery-count|retry-count|lex-validator)|iv$|cc$|bcc$)/i;

/** The headers that go on with the task. Numbers and booleans stay what they are; what is no plain value is left behind. */
export function carriedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, HeaderValue> {
  let bytes = 0;
  const carried: [string, HeaderValue][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (OF_THIS_HOP.test(name) || !isPlain(value)) continue;
    bytes += Buffer.byteLength(JSON.stringify([name, value]));
    if (carried.length === MOST_HEADERS || bytes > MOST_BYTES) break;
    carried.push([name, value]);
  }
  return Object.fromEntries(carried);
}

function isPlain(value: unknown): value is HeaderValue {
  if (typeof value === 'string') return value.length <= MOST_LENGTH;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
