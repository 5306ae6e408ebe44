import { describe, expect, it } from '@jest/globals';
import { profileOf } from '../../src/languages/all-languages.ts';

describe('the profile of a language', () => {
  it.each(['Ruby', 'ruby', ' RUBY '])('is found without regard to case: %j', (name) => {
    expect(profileOf(name, [])?.language).toBe('Ruby');
  });

  it.each(['JavaScript', 'TypeScript', 'typescript'])('is one for JavaScript and TypeScript: %j', (name) => {
    expect(profileOf(name, ['Gemfile'])?.language).toBe('JavaScript');
  });

  it.each([null, undefined, '', 'unknown', 'Unknown'])(
    'is detected from the files where the work item says %j',
    (name) => {
      expect(profileOf(name, ['Gemfile'])?.language).toBe('Ruby');
      expect(profileOf(name, ['.rubocop.yml'])?.language).toBe('Ruby');
      expect(profileOf(name, ['spec/a/split_spec.rb'])?.language).toBe('Ruby');
      expect(profileOf(name, ['sum.gemspec'])?.language).toBe('Ruby');
      expect(profileOf(name, ['package.json', 'lib/Gemfile'])?.language).toBe('JavaScript');
      expect(profileOf(name, ['Makefile'])).toBeUndefined();
    },
  );

  it.each(['COBOL', 'constructor', '__proto__'])('is never guessed for a language that is named: %j', (name) => {
    expect(profileOf(name, ['Gemfile', 'package.json'])).toBeUndefined();
  });
});
