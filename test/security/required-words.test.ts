import { describe, expect, it } from '@jest/globals';
import { PATTERN_RULES } from '../../src/security/all-rules.ts';
import { asciiRule } from '../../src/security/ascii-rule.ts';
import { requiredWords } from '../../src/security/required-words.ts';

describe('the words that a rule needs', () => {
  it('are in every sample that it flags, so that the first look never loses a finding', () => {
    for (const rule of PATTERN_RULES) {
      const groups = [rule.mentions ?? [''], ...requiredWords(rule.rule)];
      for (const sample of rule.flags) {
        const missing = groups.filter((words) => !words.some((word) => sample.toLowerCase().includes(word)));
        expect([rule.id, sample, missing]).toEqual([rule.id, sample, []]);
      }
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
    ['(?:eval)[abc]*', ['eval']],
    ['(?:eval)\\w?', ['eval']],
    ['(?:eval)+?', ['eval']],
    ['(?:eval)??', null],
    ['eval(?:x)*', ['eval']],
  ])('of %s are %j', (regex, words) => {
    expect(requiredWords({ regex })).toEqual(words === null ? [] : [words]);
  });

  it('of alternatives are those of each, and none when one has none', () => {
    expect(requiredWords({ any: [{ regex: 'evil' }, { regex: 'good' }] })).toEqual([['evil', 'good']]);
    expect(requiredWords({ any: [{ regex: 'evil' }, { kind: 'call' }] })).toEqual([]);
    expect(requiredWords({ any: [] })).toEqual([]);
    expect(requiredWords({ kind: 'call', not: { regex: 'evil' } })).toEqual([]);
  });

  it('of parts that must all match are a group each', () => {
    const rule = { all: [{ regex: 'evil' }, { has: { regex: 'good' } }], inside: { regex: 'place' } };
    expect(requiredWords(rule)).toEqual([['evil'], ['good'], ['place']]);
  });

  it('of alternatives that each need several are every pairing, for either may be the one', () => {
    const either = [{ all: [{ regex: 'evil' }, { regex: 'place' }] }, { all: [{ regex: 'good' }, { regex: 'place' }] }];
    expect(requiredWords({ any: either })).toEqual([['place'], ['evil', 'good'], ['evil', 'place'], ['place', 'good']]);
  });
});

describe('a rule with ASCII classes', () => {
  it('keeps escapes, and classes inside of brackets', () => {
    expect(asciiRule({ has: { regex: '\\w[\\w.]\\\\w\\[\\s' } })).toEqual({
      has: { regex: '[0-9A-Za-z_][0-9A-Za-z_.]\\\\w\\[[ \\t\\r\\n]' },
    });
  });
});
