import { describe, expect, it } from '@jest/globals';
import { readRawDiff, readTreeListing } from '../../src/sandbox/changed-files.ts';

const ids = `${'a'.repeat(40)} ${'b'.repeat(40)}`;

describe('git’s list of changed files', () => {
  it('that ends in the middle is an error, not a shorter list', () => {
    const whole = `:100644 100644 ${ids} M\0one\0:100644 100644 ${ids} R100\0two\0three\0`;
    expect(readRawDiff(Buffer.from(whole))).toHaveLength(2);
    for (let length = 1; length < whole.length; length += 1) {
      const cut = whole.slice(0, length);
      if (cut === `:100644 100644 ${ids} M\0one\0`) continue;
      expect(() => readRawDiff(Buffer.from(cut))).toThrow();
    }
  });

  it('with a kind of change that we do not know is an error', () => {
    expect(() => readRawDiff(Buffer.from(`:100644 100644 ${ids} U\0one\0`))).toThrow('could not be read');
  });

  it('does not mistake a name that looks like a header for one', () => {
    const name = `:100644 100644 ${ids} D`;
    expect(readRawDiff(Buffer.from(`:100644 100644 ${ids} M\0${name}\0`))).toEqual([
      { path: name, change: 'modified', oldMode: '100644', newMode: '100644' },
    ]);
  });

  it('is empty for an empty answer', () => {
    expect(readRawDiff(Buffer.from(''))).toEqual([]);
  });
});

describe('a commit’s files', () => {
  it('of which two would get the same name are an error: one would be hidden', () => {
    const row = (name: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`100644 blob ${'a'.repeat(40)}\t`), name, Buffer.from([0])]);
    const same = Buffer.concat([row(Buffer.from('x\\xff')), row(Buffer.from([0x78, 0xff]))]);
    expect(() => readTreeListing(same)).toThrow('have the name');
  });
});
