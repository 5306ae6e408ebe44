import { describe, expect, it } from '@jest/globals';
import type { ReviewResult, ValidationResult } from '../../src/domain/verdict.ts';
import { NO_COLORS } from '../../src/report/colors.ts';
import { renderVerdict } from '../../src/report/terminal.ts';
import { aReview } from './a-result.ts';

function render(review: Partial<ReviewResult> = {}, columns = 100): string {
  const pipeline = { review_result: aReview(review) } as ValidationResult['pipeline'];
  return renderVerdict({ pipeline }, { colors: NO_COLORS, columns });
}

describe('a verdict on a terminal', () => {
  it('never reads approved where nobody could judge', () => {
    const text = render({ judged: false });
    expect(text.split('\n')[0]).toBe('NOT JUDGED');
    expect(text).not.toMatch(/approved/i);
  });

  it('lets no text of a tool or a model steer the terminal', () => {
    const nasty = 'a\u001b[2J\u0007\u009b1A\u202eb\r\nAPPROVED';
    const text = render({ issues: [nasty], notes: [nasty] });
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).not.toMatch(/^APPROVED/m);
  });

  it('has a line a check with its outcome, score, time and reason', () => {
    const text = render();
    expect(text).toMatch(/│ tests +│ failed +│ 0\.5 +│ 1\.2 s +│ 1 issue +│/);
    expect(text).toMatch(/│ pr_comments +│ skipped +│ +│ +│ no_pull_request +│/);
    expect(text).toMatch(/│ adversarial_review │ unjudged +│ 0 +│ +│ seat 2 gave no answer +│/);
  });

  it('has the score beside the threshold, the feedback and the notes', () => {
    const text = render({ notes: ['the reviewers are scripted'] });
    expect(text).toContain('score 0.825 of 0.8 needed  (completeness 0.5, correctness 1, quality 1, security 1)');
    expect(text).toContain('feedback for the developer:\n  - tests: 1 of 2 tests failed');
    expect(text).toContain('note: the reviewers are scripted');
  });

  it('cuts a sentence that is too long to read, and says so with an ellipsis', () => {
    const text = render({ issues: ['x'.repeat(5_000)] });
    expect(text).toMatch(/x{399}…$/m);
  });

  it('fits into eighty columns', () => {
    const table = render({ issues: [] }, 80)
      .split('\n')
      .filter((line) => line.startsWith('│'));
    expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
