import { defineSearchAttributeKey } from '@temporalio/common';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES, type SearchAttribute } from '../domain/search-attributes.ts';
import type { WorkItem } from '../domain/work-item.ts';

/** A value for each attribute that is known by now. */
export type SearchAttributeValues = {
  [Name in SearchAttribute]?: (typeof SEARCH_ATTRIBUTES)[Name] extends 'KEYWORD' ? string : number;
};

/** Writes those that the namespace knows, as admission recorded them: an unknown one would stall the run for ever. */
export function writeSearchAttributes(known: readonly string[], values: SearchAttributeValues): void {
  const names = (Object.keys(values) as SearchAttribute[]).filter((name) => known.includes(name));
  const pairs = names.map((name) => ({
    key: defineSearchAttributeKey(name, SEARCH_ATTRIBUTES[name]),
    value: values[name],
  }));
  if (pairs.length > 0) upsertSearchAttributes(pairs as Parameters<typeof upsertSearchAttributes>[0]);
}

/** What is known of a run before any check: whose change it is. */
export function identityOf({ work_item_id, repo, pipeline }: WorkItem): SearchAttributeValues {
  return {
    LexWorkItem: work_item_id,
    LexRepository: `${repo.owner}/${repo.name}`,
    LexAttempt: pipeline.attempt ?? 0,
    ...(pipeline.pr_number == null ? {} : { LexPullRequest: pipeline.pr_number }),
  };
}
