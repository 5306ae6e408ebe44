import { describe, expect, it } from '@jest/globals';
import { carriedHeaders } from '../../src/transport/headers.ts';

describe('headers that go on with a task', () => {
  it('leave behind what belongs to one hop', () => {
    const hop = {
      'x-death': [{ count: 1 }],
      'x-first-death-queue': 'q',
      'x-delivery-count': 3,
      'x-retry-count': 1,
      'x-lex-validator-reason': 'encrypted',
      iv: 'abc',
      CC: ['elsewhere'],
      BCC: 'elsewhere',
    };
    expect(carriedHeaders({ ...hop, task_id: 1 })).toEqual({ task_id: 1 });
  });

  it('leave behind what is no plain value', () => {
    expect(carriedHeaders({ a: null, b: { c: 1 }, d: [1], e: Number.NaN, f: 10n, g: 0, h: false, i: '' })).toEqual({
      g: 0,
      h: false,
      i: '',
    });
  });

  it('stay few and short, so that they fit into one frame', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`h${n}`, 'x'.repeat(1_000)]));
    expect(JSON.stringify(carriedHeaders(many)).length).toBeLessThan(20_000);
    expect(
      Object.keys(carriedHeaders(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`h${n}`, n])))),
    ).toHaveLength(64);
    expect(carriedHeaders({ long: 'x'.repeat(1_025) })).toEqual({});
  });
});
