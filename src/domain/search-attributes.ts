/**
 * What a finished run can be searched by in Temporal, with the SDK's own type names. Search attributes are never
 * encrypted: nothing secret may become one.
 */
export const SEARCH_ATTRIBUTES = {
  LexVerdict: 'KEYWORD',
  LexRepository: 'KEYWORD',
  LexWorkItem: 'KEYWORD',
  LexPullRequest: 'INT',
  LexAttempt: 'INT',
  LexScore: 'DOUBLE',
} as const;
export type SearchAttribute = keyof typeof SEARCH_ATTRIBUTES;
