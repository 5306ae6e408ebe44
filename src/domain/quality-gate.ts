import type { LookingCheck, Outcome, Outcomes } from './check.ts';
import { holds, isHarmlessSkip } from './harmless-skips.ts';
import type { Weights } from './plan.ts';
import { roundToFour } from './round.ts';
import type { Score } from './verdict.ts';

/** How far the sum of the weights may be from 1. */
const WEIGHT_TOLERANCE = 0.001;

/**
 * The four dimensions and their weighted sum, each rounded to four places, so that a person can add up what is printed.
 * Weights that do not hold together make the sum NaN, which no threshold lets through.
 */
export function scoreOutcomes(outcomes: Outcomes, weights: Weights): Score {
  const clean = (check: LookingCheck): number => (holds(check, outcomes[check]) ? 1 : 0);
  const dimensions = {
    completeness: passRate(outcomes.tests),
    correctness: (clean('lint') + clean('security_scan')) / 2,
    quality: clean('adversarial_review'),
    security: clean('security_scan'),
  };
  return { ...dimensions, aggregate: sum(dimensions, weights) };
}

/** A further condition, never a way around a failed check. Anything that is not a number in 0..1 is not judged. */
export function judgeQualityGate(score: Score, threshold: number): Outcome {
  const { completeness, correctness, quality, security, aggregate } = score;
  if (![completeness, correctness, quality, security, aggregate, threshold].every(isShare)) {
    return { status: 'unjudged', because: 'a score, a weight or the threshold is not a number between 0 and 1' };
  }
  if (roundToFour(aggregate) >= threshold) return { status: 'passed', score: aggregate };
  return { status: 'failed', score: aggregate, issues: [`the score ${aggregate} is under the threshold ${threshold}`] };
}

/** A switched-off check keeps the whole of it; what was cut off or not judged has nothing. */
function passRate(tests: Outcome): number {
  if (tests.status === 'skipped') return isHarmlessSkip('tests', tests) ? 1 : 0;
  if (tests.status === 'unjudged' || !isShare(tests.score)) return 0;
  return roundToFour(tests.score);
}

function sum(dimensions: Omit<Score, 'aggregate'>, weights: Weights): number {
  const { completeness, correctness, quality, security } = weights;
  const all = [completeness, correctness, quality, security];
  const total = all.reduce((left, right) => left + right, 0);
  if (!all.every(isShare) || Math.abs(total - 1) > WEIGHT_TOLERANCE + Number.EPSILON) return NaN;
  const weighted =
    completeness * dimensions.completeness +
    correctness * dimensions.correctness +
    quality * dimensions.quality +
    security * dimensions.security;
  return Math.min(1, roundToFour(weighted));
}

/** A number in 0..1: what every score, weight and threshold is. NaN is none. */
export function isShare(value: number): boolean {
  return Number.isFinite(value) && value >= 0 && value <= 1;
}
