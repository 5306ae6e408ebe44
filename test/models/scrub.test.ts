import { describe, expect, it } from '@jest/globals';
import { scrub } from '../../src/models/scrub.ts';

describe('what a server says about an error', () => {
  const key = ['gsk', 'z'.repeat(30)].join('_');

  it.each([
    `wrong key ${key}`,
    `got Bearer abc.${'d'.repeat(9)}`,
    `wrong key ${['sk', 'proj', 'ab****yz'].join('-')}`,
    `wrong key ${['AI', 'za', 'x'.repeat(30)].join('')}`,
  ])('is told without the key', (message) => {
    const told = scrub(message, null);
    expect(told).toMatch(/^(?:wrong key|got Bearer) \[key\]$/);
  });

  it('is told without a key of any shape', () => {
    expect(scrub('bad password hunter2!', 'hunter2!')).toBe('bad password [key]');
  });

  it('is one bounded line', () => {
    expect(scrub(`a\n\u001B[31mb${'c'.repeat(5_000)}`, null)).toMatch(/^a \[31mbc{1,300}$/);
    expect(scrub('c'.repeat(5_000), null)).toHaveLength(300);
  });

  it('is told as it is otherwise', () => {
    expect(scrub('The task keyword-based model does not exist', null)).toBe(
      'The task keyword-based model does not exist',
    );
  });
});
