import { describe, expect, it } from '@jest/globals';
import { rateLimitWaitMs, retryAfterMsOf } from '../../src/github/retry-after.ts';

const now = Date.parse('2026-01-05T10:00:00Z');

describe('how long the forge asks us to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '12' }, 12_000],
    ['a date', { 'retry-after': 'Mon, 05 Jan 2026 10:00:30 GMT' }, 30_000],
    ['a date that is past', { 'retry-after': 'Mon, 05 Jan 2026 09:00:00 GMT' }, 0],
    ['a negative wait', { 'retry-after': '-5' }, 0],
    ['more than an hour', { 'retry-after': '36000' }, 3_600_000],
    [
      'a reset of a limit that is used up',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 90) },
      90_000,
    ],
    [
      'a reset of a limit that is not used up',
      { 'x-ratelimit-remaining': '17', 'x-ratelimit-reset': String(now / 1000 + 90) },
      undefined,
    ],
    ['a used-up limit without a reset', { 'x-ratelimit-remaining': '0' }, undefined],
    ['a word', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('is read from %s', (_what, headers, expected) => {
    expect(retryAfterMsOf(headers, now)).toBe(expected);
  });

  it('is a minute after a limit that names no wait', () => {
    expect(rateLimitWaitMs({}, now)).toBe(60_000);
    expect(rateLimitWaitMs({ 'retry-after': '2' }, now)).toBe(2_000);
  });
});
