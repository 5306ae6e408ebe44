import { describe, expect, it } from '@jest/globals';
import { composeResult } from '../../src/domain/compose-result.ts';
import { approveWithoutChecks, decideVerdict } from '../../src/domain/decide-verdict.ts';
import type { Outcome } from '../../src/domain/check.ts';
import type { Vote } from '../../src/domain/review-panel.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import { aPlan, aChange, approvals, outcomes, PASSED } from '../builders/a-plan.ts';
import { aWorkItem } from '../builders/a-work-item.ts';

const times = { startedAt: '2026-05-02T09:02:12Z', completedAt: '2026-05-02T09:04:40Z' };
const votes: Vote[] = approvals().map((vote) => ({ ...vote, usage: { input: 100, output: 7 } }));
const rejection = () => outcomes({ lint: { status: 'failed', score: 0, issues: ['3 offenses'] } });

function compose(workItem: WorkItem, plan = aPlan(), six = outcomes()) {
  const review = decideVerdict({ plan, outcomes: six, votes, durationsMs: {}, change: aChange(), atVerdict: PASSED });
  return composeResult({ workItem, review, votes, plan, ...times });
}

describe('composeResult', () => {
  it('puts the verdict into the work item, and mirrors config and pipeline beside it', () => {
    const workItem = aWorkItem();
    const result = compose(workItem);
    expect(result.success).toBe(true);
    expect(result.work_item.pipeline).toMatchObject({
      stage: 'validated',
      head_sha: aChange().headSha,
      review_result: { verdict: 'approved' },
    });
    expect(result.pipeline).toEqual(result.work_item.pipeline);
    expect(result.config).toEqual(workItem.config);
    expect(result.pipeline.feedback_history).toEqual([]);
  });

  it('adds one trace entry: the first reviewer’s model, every reviewer, the sum of tokens', () => {
    const { trace } = compose(aWorkItem()).pipeline;
    expect(trace?.slice(0, -1)).toEqual(aWorkItem().pipeline.trace);
    expect(trace?.at(-1)).toEqual({
      stage: 'validator',
      node: 'w3',
      model: 'model-c',
      provider: 'prov-2',
      started_at: times.startedAt,
      completed_at: times.completedAt,
      token_usage: { input: 300, output: 21 },
      reviewers: approvals().map(({ seat, capability, provider, model, kind }) => ({
        seat,
        capability,
        provider,
        model,
        vote: kind,
      })),
    });
  });

  it('says in the trace that validation was off', () => {
    const plan = aPlan({ enabled: false });
    const result = composeResult({
      workItem: aWorkItem(),
      review: approveWithoutChecks(plan),
      votes: [],
      plan,
      ...times,
    });
    expect(result.pipeline.trace?.at(-1)).toMatchObject({
      stage: 'validator',
      model: null,
      provider: null,
      validation: 'disabled',
      token_usage: { input: 0, output: 0 },
    });
  });

  it('appends the round on a rejection, keeps odd earlier rounds, and never counts the attempt up', () => {
    const earlier = [
      'a bare string',
      { verdict: 'rejected', summarized: true, source_rounds: [0, 1] },
      { issues: ['no round'] },
    ];
    const workItem = aWorkItem({ pipeline: { attempt: 4, feedback_history: earlier } });
    const { pipeline } = compose(workItem, aPlan({ attempt: 4 }), rejection());
    expect(pipeline.attempt).toBe(4);
    expect(pipeline.feedback_history).toEqual([
      ...earlier,
      { verdict: 'rejected', issues: ['lint: 3 offenses'], round: 4 },
    ]);
  });

  it('marks a round that was not judged, so that the caller can spare the attempt', () => {
    const { pipeline } = compose(
      aWorkItem(),
      aPlan(),
      outcomes({ tests: { status: 'unjudged', because: 'no bundle' } }),
    );
    expect(pipeline.feedback_history).toEqual([
      { verdict: 'rejected', issues: ['not judged: tests: no bundle'], round: 0, judged: false },
    ]);
  });

  it('carries fields that are not ours through untouched, and tolerates missing ones', () => {
    const workItem = aWorkItem({
      pipeline: { resumed: true, context_ref: 'fleet:context:1', trace: null, feedback_history: null },
      raw_payload_ref: 'fleet:payload:1',
      config: null,
    });
    const result = compose(workItem, aPlan(), rejection());
    expect(result.work_item).toMatchObject({
      raw_payload_ref: 'fleet:payload:1',
      config: null,
      pipeline: { resumed: true, context_ref: 'fleet:context:1' },
    });
    expect(result.config).toEqual({});
    expect(result.pipeline.trace).toHaveLength(1);
  });

  it('keeps the pushed commit that the work item names where nothing was checked out', () => {
    const plan = aPlan();
    const review = decideVerdict({
      plan,
      outcomes: outcomes(),
      votes: [],
      durationsMs: {},
      change: null,
      stopped: 'no checkout',
    });
    const workItem = aWorkItem({ pipeline: { head_sha: 'abc' } });
    expect(composeResult({ workItem, review, votes: [], plan, ...times }).pipeline.head_sha).toBe('abc');
  });

  it('never touches the work item that came in', () => {
    const workItem = aWorkItem();
    const before = structuredClone(workItem);
    compose(workItem, aPlan(), rejection());
    expect(workItem).toEqual(before);
  });

  it('gives nobody a new prototype', () => {
    const text = JSON.stringify(aWorkItem()).replace('"stage"', '"__proto__":{"approved":true},"stage"');
    const result = compose(JSON.parse(text) as WorkItem);
    expect((result.pipeline as { approved?: boolean }).approved).toBeUndefined();
    expect(Object.getPrototypeOf(result.pipeline)).toBe(Object.prototype);
    expect(({} as { approved?: boolean }).approved).toBeUndefined();
  });

  it('stays under 256 KiB with the longest issues from every check and forty silent reviewers', () => {
    const long = Array.from({ length: 200 }, (_, index) => `${index} ${'\n"é'.repeat(900)}`);
    const evidence = long.map((title) => ({ title: title.slice(0, 20), digest: `sha256:${'0'.repeat(64)}`, bytes: 1 }));
    const noisy: Outcome = { status: 'failed', score: 0, issues: long, notes: long, evidence };
    const names = ['tests', 'lint', 'security_scan', 'pr_comments', 'stale_diff', 'adversarial_review'];
    const silent = Array.from({ length: 40 }, (_, index): Vote => {
      return {
        seat: index + 1,
        capability: 'basic',
        provider: 'prov-1',
        model: 'model-c',
        kind: 'no-answer',
        because: 'a'.repeat(600),
      };
    });
    const plan = aPlan();
    const six = outcomes(Object.fromEntries(names.map((name) => [name, noisy])));
    const review = decideVerdict({ plan, outcomes: six, votes: silent, durationsMs: {}, change: aChange() });
    const workItem = aWorkItem({ description: 'x'.repeat(32_768) });
    const result = composeResult({ workItem, review, votes: silent, plan, ...times });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(256 * 1024);
  });
});
