import assert from 'node:assert/strict';
import { test } from 'node:test';
import { split } from '../src/split.js';

test('an even amount is split evenly', () => {
  assert.deepEqual(split(1000, 2), [500, 500]);
});

test('no cent is lost', () => {
  const shares = split(1005, 2);
  assert.equal(
    shares.reduce((sum, share) => sum + share, 0),
    1005,
  );
});
