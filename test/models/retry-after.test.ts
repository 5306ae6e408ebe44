import { describe, expect, it } from '@jest/globals';
import { readRetryAfter } from '../../src/models/retry-after.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('how long a server asks us to wait', () => {
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 10:00:00 GMT' }, 60_000],
    [{ 'retry-after': '36000' }, 60_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': 'Infinity' }, undefined],
    [{}, undefined],
  ])('%j is %s ms', (headers, wait) => {
    expect(readRetryAfter(new Headers(headers as Record<string, string>), NOW)).toBe(wait);
  });
});
