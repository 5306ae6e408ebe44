import { describe, expect, it } from '@jest/globals';
import { graphqlUrlOf } from '../../src/github/graphql-url.ts';

describe('the GraphQL address', () => {
  it.each([
    [undefined, 'https://api.github.com/graphql'],
    ['https://api.github.com', 'https://api.github.com/graphql'],
    ['https://api.github.com/', 'https://api.github.com/graphql'],
    ['https://git.example.org/api/v3', 'https://git.example.org/api/graphql'],
    ['https://git.example.org/api/v3/', 'https://git.example.org/api/graphql'],
    ['https://example.org/forge/api/v3', 'https://example.org/forge/api/graphql'],
    ['https://api.acme.ghe.com', 'https://api.acme.ghe.com/graphql'],
  ])('that belongs to %s is %s', (apiUrl, expected) => {
    expect(graphqlUrlOf(apiUrl)).toBe(expected);
  });
});
