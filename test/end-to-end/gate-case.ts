import { expect } from '@jest/globals';
import { LOOKING_CHECKS, type LookingCheck } from '../../src/domain/check.ts';
import { verdictWord, type CheckResult, type ReviewResult } from '../../src/domain/verdict.ts';
import type { TestServer } from '../temporal.ts';
import { leftOvers, withGate, type Gate, type GateOptions } from './a-gate.ts';
import type { Project } from './projects.ts';

/** One way to break a change or its surroundings, and what the gate must say to it. */
export interface GateCase extends Omit<GateOptions, 'project'> {
  /** Before the run starts. */
  arrange?: (gate: Gate) => void;
  verdict: 'approved' | 'rejected' | 'not judged';
  /** The checks that did not pass; every other one must have. */
  wanting?: Partial<Record<LookingCheck, CheckResult['status']>>;
  /** Each must be matched by an issue. */
  says?: RegExp[];
}

/** Runs the case through the real workflow and holds the whole verdict against it. */
export async function judgeCase(server: TestServer, project: Project, gateCase: GateCase): Promise<ReviewResult> {
  return withGate(server, { ...gateCase, project }, async (gate) => {
    gateCase.arrange?.(gate);
    const result = await gate.validate();
    const review = result.pipeline.review_result;
    expect({ verdict: verdictWord(review), checks: statuses(review), issues: review.issues }).toEqual({
      verdict: gateCase.verdict,
      checks: expectedStatuses(gateCase),
      issues: gateCase.says === undefined ? [] : expect.any(Array),
    });
    for (const said of gateCase.says ?? []) expect(review.issues.join('\n')).toMatch(said);
    expect(result.success).toBe(true);
    expect(result.pipeline.feedback_history).toHaveLength(review.verdict === 'rejected' ? 1 : 0);
    expect(leftOvers(gate)).toEqual([]);
    return review;
  });
}

function statuses({ checks }: ReviewResult): Record<string, string> {
  const looking = checks.filter(({ check }) => check !== 'quality_gate');
  return Object.fromEntries(looking.map(({ check, status }) => [check, status]));
}

function expectedStatuses({ wanting = {} }: GateCase): Record<string, string> {
  return Object.fromEntries(LOOKING_CHECKS.map((check) => [check, wanting[check] ?? 'passed']));
}
