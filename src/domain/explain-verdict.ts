import { type CheckName, LOOKING_CHECKS, type Outcomes } from './check.ts';
import { CHECK_WORDS } from './check-words.ts';
import { findFlips, type Flip } from './find-flips.ts';
import { holds } from './harmless-skips.ts';
import type { ValidationPlan } from './plan.ts';
import { readOutcome, readOutcomes } from './recorded-outcomes.ts';
import { roundToFour } from './round.ts';
import type { CheckResult, ReviewResult } from './verdict.ts';
import { weighOutcomes } from './weigh-outcomes.ts';

/** A dimension of the score: what it scored, what it weighs, and the product, each 0..1. */
export interface DimensionShare {
  dimension: keyof ValidationPlan['gate']['weights'];
  score: number;
  weight: number;
  contribution: number;
}

/** Why a verdict is what it is, and what would have made it another. */
export interface Explanation {
  /** The checks that stood in the way, in order; empty for an approval, which all of them decide together. */
  decidedBy: CheckName[];
  dimensions: DimensionShare[];
  /** The same in sentences, for a terminal. */
  lines: string[];
  /** One sentence for each change that turns the verdict round; each was found by weighing again. */
  wouldFlip: string[];
}

/** Explains a recorded verdict by weighing its outcomes again; asks nobody and looks at nothing else. */
export function explainVerdict(review: ReviewResult, gate: ValidationPlan['gate']): Explanation {
  const outcomes = readOutcomes(review);
  const stopped = readStopped(review, outcomes, gate);
  const decidedBy = blockersOf(review, outcomes);
  const dimensions = shareOut(review, gate);
  return {
    decidedBy,
    dimensions,
    lines: [
      headline(review, decidedBy),
      ...decidedBy.flatMap((check) => describeCheck(review.checks, check)),
      ...dimensions.map(describeShare),
      sumLine(review, gate),
    ],
    wouldFlip: isSwitchedOff(review)
      ? ['switching validation on would have the checks look']
      : describeFlips(findFlips(outcomes, gate, stopped), stopped),
  };
}

/** The quality gate decides by itself only where no check stands in the way. */
function blockersOf(review: ReviewResult, outcomes: Outcomes): CheckName[] {
  if (review.verdict === 'approved') return [];
  const blockers = LOOKING_CHECKS.filter((check) => !holds(check, outcomes[check]) && !isCutOff(outcomes, check));
  return blockers.length > 0 ? blockers : ['quality_gate'];
}

function isCutOff(outcomes: Outcomes, check: (typeof LOOKING_CHECKS)[number]): boolean {
  return outcomes[check].status === 'skipped';
}

/** A run that was stopped says so as its gate's reason; a reason that weighing gives by itself is none. */
function readStopped(review: ReviewResult, outcomes: Outcomes, gate: ValidationPlan['gate']): string | undefined {
  const recorded = readOutcome(review.checks, 'quality_gate');
  if (recorded.status !== 'unjudged') return undefined;
  const weighed = weighOutcomes(outcomes, gate).gate;
  return weighed.status === 'unjudged' && weighed.because === recorded.because ? undefined : recorded.because;
}

function isSwitchedOff({ verdict, checks }: ReviewResult): boolean {
  return verdict === 'approved' && checks.every(({ status }) => status === 'skipped');
}

function headline(review: ReviewResult, decidedBy: readonly CheckName[]): string {
  if (isSwitchedOff(review)) return 'approved: validation was switched off, nobody looked';
  if (review.verdict === 'approved') return 'approved: every check held and the score reached the threshold';
  const by = decidedBy.map((check) => CHECK_WORDS[check]).join(', ');
  return review.judged ? `rejected by ${by}` : `rejected, not judged: ${by} could not look`;
}

function describeCheck(checks: readonly CheckResult[], name: CheckName): string[] {
  const result = checks.find(({ check }) => check === name);
  if (result === undefined) return [];
  const why = result.issues[0] ?? result.because ?? '';
  return [`${CHECK_WORDS[name]} ${result.status}${why === '' ? '' : `: ${why}`}`];
}

function shareOut({ score }: ReviewResult, { weights }: ValidationPlan['gate']): DimensionShare[] {
  const dimensions = ['completeness', 'correctness', 'quality', 'security'] as const;
  return dimensions.map((dimension) => ({
    dimension,
    score: score[dimension],
    weight: weights[dimension],
    contribution: roundToFour(score[dimension] * weights[dimension]),
  }));
}

function describeShare({ dimension, score, weight, contribution }: DimensionShare): string {
  return `${dimension} ${score} × ${weight} = ${contribution}`;
}

function sumLine({ score }: ReviewResult, { threshold }: ValidationPlan['gate']): string {
  return `score ${score.aggregate}, threshold ${threshold}`;
}

function describeFlips(flips: readonly Flip[], stopped: string | undefined): string[] {
  if (stopped !== undefined) return [`nothing that a check says: the run was stopped (${stopped})`];
  return flips.map(describeFlip);
}

function describeFlip({ checks, to, threshold }: Flip): string {
  const names = checks.map((check) => CHECK_WORDS[check]).join(' and ');
  if (to === 'failed') return `${names} failing would reject`;
  const lowered = threshold === undefined ? '' : `a threshold of ${threshold} or less`;
  const together = checks.length > 1 ? `${names} passing together` : `${names} passing`;
  return `${[checks.length > 0 ? together : '', lowered].filter((part) => part !== '').join(' and ')} would approve`;
}
