import { describe, expect, it } from '@jest/globals';
import {
  explain,
  InvalidWorkItem,
  progress,
  startValidation,
  validate,
  validationWorkflowId,
} from '../../src/index.ts';
import type { ValidationOptions } from '../../src/index.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import { testGate } from './test-gate.ts';

const gate = testGate();

function options(): ValidationOptions {
  return { client: gate.client, taskQueue: gate.taskQueue };
}

/** As the gem's manual calls it, save that every test has an id of its own. */
function theManualsWorkItem(id: string): WorkItem {
  return {
    work_item_id: id,
    title: 'Fix sandbox timeout on macOS',
    repo: { owner: 'LegionIO', name: 'lex-exec', language: 'ruby' },
    config: {
      estimated_difficulty: 0.5,
      implementation: { validators: 3 },
      validation: { enabled: true, run_tests: true, run_lint: true, security_scan: true, adversarial_review: true },
    },
    pipeline: {
      stage: 'implemented',
      trace: [],
      attempt: 0,
      feedback_history: [],
      changes: ['lib/sandbox.rb'],
      pr_number: 42,
      branch_name: 'fleet/fix-lex-exec-42',
    },
  };
}

describe('the library', () => {
  it('gives what the gem gives for the work item of its manual', async () => {
    const work_item = theManualsWorkItem('uuid-001');
    gate.expect(validationWorkflowId(work_item));
    const result = await validate({ work_item }, options());
    expect(result.success).toBe(true);
    const { stage, review_result: review, trace, attempt, changes } = result.work_item.pipeline;
    expect({ stage, attempt, changes }).toEqual({ stage: 'validated', attempt: 0, changes: ['lib/sandbox.rb'] });
    expect(Object.keys(review).slice(0, 4)).toEqual(['verdict', 'score', 'issues', 'merged_feedback']);
    expect(review).toMatchObject({
      verdict: 'approved',
      score: { completeness: 1, correctness: 1, quality: 1, security: 1, aggregate: 1 },
      issues: [],
      merged_feedback: [],
    });
    expect(trace?.at(-1)?.stage).toBe('validator');
    expect({ ...result.work_item, pipeline: undefined }).toEqual({ ...work_item, pipeline: undefined });
  });

  it('gives rejection as a value, with the round in the feedback history', async () => {
    const work_item = theManualsWorkItem('uuid-002');
    const failed = { status: 'failed' as const, score: 0.5, issues: ['1 of 2 tests failed'] };
    gate.expect(validationWorkflowId(work_item), { activities: { runTests: () => Promise.resolve(failed) } });
    const { success, pipeline } = await validate({ work_item }, options());
    expect({ success, verdict: pipeline.review_result.verdict, stage: pipeline.stage }).toEqual({
      success: true,
      verdict: 'rejected',
      stage: 'validated',
    });
    expect(pipeline.feedback_history).toHaveLength(1);
  });

  it('hands out the run, its progress and why it ended so', async () => {
    const work_item = theManualsWorkItem('uuid-003');
    const id = validationWorkflowId(work_item);
    gate.expect(id);
    const handle = await startValidation({ work_item }, options());
    expect(handle.workflowId).toBe('validate/uuid-003/0');
    await handle.result();
    expect((await progress(id, options())).state).toBe('decided');
    expect((await explain(id, options())).decidedBy).toEqual([]);
  });

  it('starts nothing for a bad work item, and names its fields', async () => {
    const good = theManualsWorkItem('uuid-004');
    const bad = { ...good, repo: { owner: 'x' }, pipeline: { ...good.pipeline, attempt: '1' } };
    const refusal = await validate({ work_item: bad }, options()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InvalidWorkItem);
    expect((refusal as InvalidWorkItem).fields.map(({ field }) => field).sort()).toEqual([
      'pipeline.attempt',
      'repo.name',
    ]);
    await expect(gate.client.workflow.getHandle('validate/uuid-004/0').describe()).rejects.toThrow(/not found/);
  });
});
