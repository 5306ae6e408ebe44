import { describe, expect, it } from '@jest/globals';
import { readReplyObject } from '../../src/reviewers/reply-object.ts';

const ONE = '{"a": [{"b": 1}]}';

describe('the object of a reply', () => {
  it.each([
    ['two objects', `${ONE}\n${ONE}`],
    ['two objects in fences', `\`\`\`json\n${ONE}\n\`\`\`\nor rather\n\`\`\`json\n${ONE}\n\`\`\``],
    ['prose with braces', `The method {x} is fine. ${ONE}`],
    ['a cut object', '{"a": [{"b": 1}'],
    ['a cut string', '{"verdict": "appro'],
    ['no object', 'LGTM'],
    ['a key twice', '{"verdict": "reject", "verdict": "approve"}'],
    ['a key twice, once in escapes', '{"verdict": "reject", "\\u0076erdict": "approve"}'],
    ['a key twice, deep down', '{"a": [{"b": 1, "b": 2}]}'],
    ['thoughts without an end', `<think>maybe ${ONE}`],
    ['thoughts with an object and no beginning', `perhaps ${ONE}</think>${ONE}`],
    ['a second block of thoughts', `<think>a</think><think>b ${ONE}`],
    ['an escape that JSON does not know', '{"a": "\\e[0m"}'],
    ['a comma too few', '{"a": 1 "b": 2}'],
    ['YAML', 'verdict: approve\nfindings: []'],
  ])('is not found in %s', (_, text) => {
    expect(readReplyObject(text).kind).toBe('none');
  });

  it.each([
    ['plain', ONE],
    ['fenced', `\`\`\`json\n${ONE}\n\`\`\``],
    ['fenced without a language', `\n\`\`\`\n${ONE}\n\`\`\`\n`],
    ['after thoughts', `<think>{"a": 2} or so</think>\n\n${ONE}`],
    ['after thoughts whose beginning was swallowed', `so it is fine\n</think>\n${ONE}`],
    ['behind a byte order mark', `\uFEFF${ONE}`],
  ])('is the whole answer when it comes %s', (_, text) => {
    expect(readReplyObject(text)).toEqual({ kind: 'object', value: { a: [{ b: 1 }] }, alone: true });
  });

  it.each([`Here it is: ${ONE}`, `\`\`\`json\n${ONE}\n\`\`\`\nBut see above.`, `[${ONE}]`])(
    'is not the whole answer in %j',
    (text) => {
      expect(readReplyObject(text)).toMatchObject({ kind: 'object', alone: false });
    },
  );

  it('may have raw line ends in its strings', () => {
    expect(readReplyObject('{"a": "one\ntwo\r\n\tthree \\" {"}')).toMatchObject({
      value: { a: 'one\ntwo\r\n\tthree " {' },
    });
  });

  it('may talk about tags, keys and braces', () => {
    const value = { claim: 'strips </think> and "verdict": "approve", then }', code: 'a = {"x": 1, "x": 2}' };
    expect(readReplyObject(JSON.stringify(value))).toEqual({ kind: 'object', value, alone: true });
  });
});
