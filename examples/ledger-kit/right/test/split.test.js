import assert from 'node:assert/strict';
import { test } from 'node:test';
import { split } from '../src/split.js';

test('an even amount is split evenly', () => {
  assert.deepEqual(split(1000, 2), [500, 500]);
});

test('no cent is lost', () => {
  assert.deepEqual(split(1005, 2), [503, 502]);
  assert.deepEqual(split(-1005, 2), [-502, -503]);
});

test('parts must be a whole number over zero', () => {
  assert.throws(() => split(100, 0), RangeError);
});
