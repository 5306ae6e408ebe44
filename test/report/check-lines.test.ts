import { describe, expect, it } from '@jest/globals';
import { linesOfProgress, linesOfReview, renderCheckLine } from '../../src/report/check-lines.ts';
import { aReview } from './a-result.ts';

const NOW = Date.parse('2026-03-01T10:00:05.500Z');
const started_at = '2026-03-01T10:00:03.000Z';

describe('a line of a running check', () => {
  it('counts the time until now, and of an ended one until its end', () => {
    const [running, ended] = linesOfProgress(
      [
        { check: 'tests', state: 'running', started_at },
        { check: 'lint', state: 'passed', started_at, ended_at: '2026-03-01T10:00:04.000Z' },
      ],
      NOW,
    );
    expect([running?.seconds, ended?.seconds]).toEqual([2.5, 1]);
  });

  it('never counts below zero where the clocks disagree', () => {
    const [line] = linesOfProgress([{ check: 'tests', state: 'running', started_at }], NOW - 60_000);
    expect(line?.seconds).toBe(0);
  });

  it('has no time before the check began', () => {
    const [line] = linesOfProgress([{ check: 'tests', state: 'waiting' }], NOW);
    expect(renderCheckLine(line ?? { check: 'tests', state: 'failed' })).toBe('· tests               waiting');
  });
});

describe('the lines of a verdict', () => {
  it('are those of the checks that look, without the quality gate', () => {
    expect(linesOfReview(aReview()).map(({ check, state }) => `${check} ${state}`)).toEqual([
      'tests failed',
      'lint passed',
      'pr_comments skipped',
      'adversarial_review unjudged',
    ]);
  });

  it('say how many issues, or why', () => {
    expect(linesOfReview(aReview()).map((line) => renderCheckLine(line))).toEqual([
      '✖ tests               failed     1.2 s  1 issue',
      '✔ lint                passed     0.0 s',
      '- pr_comments         skipped           no_pull_request',
      '? adversarial_review  unjudged   0.0 s  seat 2 gave no answer',
    ]);
  });

  it('stay on one line whatever the reason holds', () => {
    const line = renderCheckLine({ check: 'tests', state: 'unjudged', because: 'a\nb\u001b[1A\rc' });
    expect(line).not.toMatch(/[\n\r\u001b]/);
  });
});
