/** To four places, as scores are written: 0.35 + 0.35 + 0.20 + 0.10 is 0.9999999999999999 before it and 1 after. */
export function roundToFour(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
