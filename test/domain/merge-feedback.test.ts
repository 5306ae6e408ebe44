import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeFeedback } from '../../src/domain/merge-feedback.ts';

describe('mergeFeedback', () => {
  it('says each thing once, trimmed, in the order in which it came', () => {
    expect(mergeFeedback(['b', ' a ', 'b', '', 'a', 'B'])).toEqual(['b', 'a', 'B']);
  });

  it('is idempotent, and loses no issue that says something', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (issues) => {
        const merged = mergeFeedback(issues);
        expect(mergeFeedback(merged)).toEqual(merged);
        expect(new Set(merged)).toEqual(new Set(issues.map((issue) => issue.trim()).filter((issue) => issue !== '')));
      }),
    );
  });
});
