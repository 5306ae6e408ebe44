import { describe, expect, it } from '@jest/globals';
import { findNearest } from '../../src/settings/nearest.ts';

const NAMES = ['run_tests', 'run_lint', 'enabled', 'host', 'user', 'quality_gate_threshold'];

describe('the nearest name', () => {
  it.each([
    ['run_test', 'run_tests'],
    ['run_tsets', 'run_tests'],
    ['runtests', 'run_tests'],
    ['run_linter', 'run_lint'],
    ['Enabled', 'enabled'],
    ['enable', 'enabled'],
    ['hsot', 'host'],
    ['username', 'user'],
    ['quality_gate_treshhold', 'quality_gate_threshold'],
  ])('of %s is %s', (word, name) => {
    expect(findNearest(word, NAMES)).toBe(name);
  });

  it.each(['prefetch', 'post_code', 'x', '', 'connected'])('of %j is none', (word) => {
    expect(findNearest(word, NAMES)).toBeUndefined();
  });
});
