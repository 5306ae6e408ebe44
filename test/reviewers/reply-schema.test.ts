import { describe, expect, it } from '@jest/globals';
import { Reply, REPLY_SCHEMA } from '../../src/reviewers/reply-schema.ts';

describe('the schema of a reply', () => {
  it('asks for thoughts first and for the verdict last', () => {
    expect(Object.keys(REPLY_SCHEMA.schema.properties)).toEqual(['mark', 'analysis', 'findings', 'verdict']);
  });

  it('has only keywords that every compatible server knows', () => {
    const keywords = new Set<string>();
    JSON.stringify(REPLY_SCHEMA.schema, (key, value: unknown) => {
      if (!Array.isArray(value) && /^[a-zA-Z$]+$/.test(key)) keywords.add(key);
      return value;
    });
    for (const bound of ['maxItems', 'maxLength', 'minLength', 'pattern', 'format', '$ref', '$schema'])
      expect(keywords).not.toContain(bound);
  });

  it('asks for the keys that the reader insists on', () => {
    expect(Object.keys(Reply.shape)).toEqual(REPLY_SCHEMA.schema.required);
    expect(Object.keys(Reply.shape.findings.element.shape)).toEqual(
      REPLY_SCHEMA.schema.properties.findings.items.required,
    );
  });
});
