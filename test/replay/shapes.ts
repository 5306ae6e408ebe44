/** What a run of each shape must come to. Said here, and not recorded: a recording of a wrong verdict is no proof of a right one. */
export const SHAPES = {
  'all-checks-pass': { word: 'approved', decidedBy: [] },
  'checks-fail': { word: 'rejected', decidedBy: ['tests', 'lint', 'quality_gate'], notified: true },
  'comments-end-the-run': { word: 'rejected', decidedBy: ['pr_comments'] },
  'stale-head-ends-the-run': { word: 'rejected', decidedBy: ['stale_diff'] },
  'head-moves-at-the-verdict': { word: 'rejected', decidedBy: ['stale_diff'] },
  'a-reviewer-times-out': { word: 'not judged', decidedBy: ['adversarial_review'] },
  'not-judged': { word: 'not judged', decidedBy: ['tests'] },
  'checkout-fails': { word: 'not judged', decidedBy: [] },
  'deadline-passes': { word: 'not judged', decidedBy: ['tests'] },
  'validation-off': { word: 'approved', decidedBy: [] },
  'developer-missing': { word: 'rejected', decidedBy: ['lint'], notified: false },
  'somebody-cancels': { word: 'cancelled', decidedBy: [] },
} as const satisfies Record<string, ExpectedEnding>;
export type Shape = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as Shape[];

interface ExpectedEnding {
  word: 'approved' | 'rejected' | 'not judged' | 'cancelled';
  /** The checks that failed, or where none did and some were asked in vain, those that could not look. */
  decidedBy: readonly string[];
  notified?: boolean;
}
