import { createHash } from 'node:crypto';
import { verdictWord, type ValidationResult } from '../domain/verdict.ts';

/**
 * The same for every message with the same verdict on the same attempt, however often it is published: a consumer that drops what it has
 * seen sees each verdict once. A verdict is one on a commit, so another commit under the same attempt has another id.
 */
export function messageId({ work_item, pipeline }: ValidationResult): string {
  const { work_item_id } = work_item;
  const parts = [work_item_id, pipeline.attempt ?? 0, verdictWord(pipeline.review_result), pipeline.head_sha];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
