import { describe, expect, it } from '@jest/globals';
import { PATTERN_RULES } from '../../src/security/all-rules.ts';
import { asciiRule } from '../../src/security/ascii-rule.ts';
import { requiredWords } from '../../src/security/required-words.ts';

describe('the words that a rule needs', () => {
  it('are in every sample that it flags, so that the first look never loses a finding', () => {
    for (const rule of PATTERN_RULES) {
      const words = rule.mentions ?? requiredWords(rule.rule);
      for (const sample of rule.flags)
        expect([rule.id, sample, words?.some((word) => sample.toLowerCase().includes(word)) ?? true]).toEqual([
          rule.id,
          sample,
          true,
        ]);
    }
  });

  it.each([
    ['^(?:eval|exec)$', ['eval', 'exec']],
    ['^(?:fs\\.)?chmod$', ['chmod']],
    ['chmods?$', ['chmod']],
    ['(?i)PASSW', ['passw']],
    ['^..$', null],
    ['eval|..', null],
    ['^(?:eval|..)$', null],
    ['[abc]+', null],
    ['(?:eval)?x', null],
    ['(?:eval)*', null],
    ['(?:eval){0,2}', null],
  ])('of %s are %j', (regex, words) => {
    expect(requiredWords({ regex })).toEqual(words);
  });

  it('of alternatives are those of each, and none when one has none', () => {
    expect(requiredWords({ any: [{ regex: 'evil' }, { regex: 'good' }] })).toEqual(['evil', 'good']);
    expect(requiredWords({ any: [{ regex: 'evil' }, { kind: 'call' }] })).toBeNull();
    expect(requiredWords({ kind: 'call', not: { regex: 'evil' } })).toBeNull();
  });
});

describe('a rule with ASCII classes', () => {
  it('keeps escapes, and classes inside of brackets', () => {
    expect(asciiRule({ has: { regex: '\\w[\\w.]\\\\w\\[\\s' } })).toEqual({
      has: { regex: '[0-9A-Za-z_][0-9A-Za-z_.]\\\\w\\[[ \\t\\r\\n]' },
    });
  });
});
