import assert from 'node:assert/strict';
import { test } from 'node:test';
import { split } from '../src/split.js';

test('an even amount is split evenly', () => {
  assert.deepEqual(split(1000, 2), [500, 500]);
});
