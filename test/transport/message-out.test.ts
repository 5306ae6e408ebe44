import { describe, expect, it } from '@jest/globals';
import { composeResult } from '../../src/domain/compose-result.ts';
import { decideVerdict } from '../../src/domain/decide-verdict.ts';
import type { Outcome } from '../../src/domain/check.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import { messageId } from '../../src/transport/message-id.ts';
import { nextStage, resultMessage } from '../../src/transport/message-out.ts';
import { readMessage } from '../../src/transport/message-in.ts';
import { aDelivery } from '../builders/a-delivery.ts';
import { aChange, aPlan, approvals, outcomes } from '../builders/a-plan.ts';
import { aWorkItem } from '../builders/a-work-item.ts';

const FAILED: Outcome = { status: 'failed', score: 0, issues: ['no'] };
const UNJUDGED: Outcome = { status: 'unjudged', because: 'no answer' };
const PASSED: Outcome = { status: 'passed', score: 1 };

function aResult(tests: Outcome = PASSED, workItem: WorkItem = aWorkItem()): ValidationResult {
  const plan = aPlan({ attempt: workItem.pipeline.attempt ?? 0 });
  const votes = approvals(plan);
  const evidence = {
    plan,
    outcomes: outcomes({ tests }),
    votes,
    durationsMs: {},
    change: aChange(),
    atVerdict: PASSED,
  };
  const times = { startedAt: '2026-05-02T09:00:00Z', completedAt: '2026-05-02T09:01:00Z' };
  return composeResult({ workItem, review: decideVerdict(evidence), votes, plan, ...times });
}

const attemptOf = (attempt: number | null, max_iterations: number | null): WorkItem =>
  aWorkItem({ pipeline: { attempt }, config: { implementation: { max_iterations } } });

describe('where a result goes', () => {
  it('never is shipping, save for an approval', () => {
    expect(nextStage(aResult(PASSED), aDelivery())).toBe('ship');
    for (const outcome of [FAILED, UNJUDGED])
      for (const limit of [1, 3, 5, 8, 10, null])
        for (const attempt of [0, 1, 2, 4, 7, 9])
          expect(nextStage(aResult(outcome, attemptOf(attempt, limit)), aDelivery())).not.toBe('ship');
  });

  it.each([
    [0, 1, 'assessor'],
    [0, 2, 'developer'],
    [1, 2, 'assessor'],
    [6, 8, 'developer'],
    [7, 8, 'assessor'],
    [3, null, 'developer'],
    [4, null, 'assessor'],
    [null, 5, 'developer'],
    [9, 5, 'assessor'],
    [0, 0, 'assessor'],
  ] as const)('is decided by attempt %s and limit %s: %s', (attempt, limit, stage) => {
    expect(nextStage(aResult(FAILED, attemptOf(attempt, limit)), aDelivery())).toBe(stage);
  });
});

describe('the message with a result', () => {
  it('names the function that it is for, and keeps the ids of the task', () => {
    const delivery = aDelivery({
      headers: {
        task_id: 1,
        chain_id: 3,
        function: 'validate',
        function_id: 9,
        runner_class: 'X',
        runner_namespace: 'Y',
      },
    });
    expect(resultMessage({ result: aResult(), delivery })).toMatchObject({
      exchange: 'lex.developer',
      routingKey: 'lex.developer.runners.ship.finalize',
      correlationId: '90401',
      headers: {
        task_id: 1,
        chain_id: 3,
        function: 'finalize',
        runner_class: 'Legion::Extensions::Developer::Runners::Ship',
      },
    });
    expect(Object.keys(resultMessage({ result: aResult(), delivery }).headers)).not.toContain('function_id');
  });

  it('says nothing of how this run told others, so that each copy is the same', () => {
    const result = aResult();
    const told = { ...result, notified: true, published: false };
    expect(resultMessage({ result: told, delivery: aDelivery() })).toEqual(
      resultMessage({ result, delivery: aDelivery() }),
    );
  });

  it('can be read by the next stage as the work item came to us', () => {
    const { body } = resultMessage({ result: aResult(), delivery: aDelivery() });
    expect(readMessage({ body })).toMatchObject({ kind: 'work-item' });
  });

  it('carries the fresh result to the tasker, beside what came and never instead of it', () => {
    const original = aWorkItem();
    const delivery = aDelivery({ results: 'fleet', headers: { task_id: 5 } });
    const message = resultMessage({ result: aResult(FAILED), delivery, original });
    expect(message).toMatchObject({ exchange: 'task', routingKey: 'task.subtask.check' });
    expect(message.body).toMatchObject({
      task_id: 5,
      function: 'validate',
      result: { pipeline: { review_result: { verdict: 'rejected' } } },
      original_args: { work_item: original },
    });
    expect(message.body).not.toHaveProperty('results');
  });

  it('leaves out what came where both would be longer than a message may be', () => {
    const original = aWorkItem({ padding: 'x'.repeat(600_000) });
    const message = resultMessage({
      result: aResult(PASSED, original),
      delivery: aDelivery({ results: 'fleet' }),
      original,
    });
    expect(message.body).toHaveProperty('result');
    expect(message.body).not.toHaveProperty('original_args');
  });

  it('fits, in the worst case, for every work item that the door takes', () => {
    const context = Array.from({ length: 9_000 }, () => 'y'.repeat(20));
    const issues = Array.from({ length: 50 }, (_, n) => `${n} ${'\u0001é"'.repeat(600)}`);
    const sizes = [500_000, 600_000, 650_000, 700_000].map((bytes) =>
      aWorkItem({ pipeline: { notes: 'n'.repeat(50_000) }, context, padding: 'x'.repeat(bytes - 230_000) }),
    );
    const taken = sizes.filter((item) => readMessage({ body: { work_item: item } }).kind === 'work-item');
    expect(taken.length).toBeGreaterThan(1);
    for (const item of taken)
      for (const results of ['direct', 'fleet'] as const) {
        const result = aResult({ status: 'failed', score: 0, issues }, item);
        expect(() => resultMessage({ result, delivery: aDelivery({ results }), original: item })).not.toThrow();
      }
  });
});

describe('the id of a message', () => {
  it('is the same for the same verdict on the same attempt, whatever else the run recorded', () => {
    const [one, other] = [aResult(), aResult()];
    expect(messageId({ ...other, notified: true })).toBe(messageId(one));
    expect(messageId(one)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs by work item, attempt, verdict, commit, and whether it was judged', () => {
    const moved = aResult();
    const results = [
      aResult(),
      aResult(FAILED),
      aResult(UNJUDGED),
      aResult(PASSED, aWorkItem({ work_item_id: '11111111-2222-4333-8444-555555555555' })),
      aResult(PASSED, attemptOf(1, 5)),
      { ...moved, pipeline: { ...moved.pipeline, head_sha: 'f'.repeat(40) } },
    ];
    expect(new Set(results.map(messageId)).size).toBe(results.length);
  });
});
