/** Splits an amount of cents into `parts` shares that add up to it; the first shares take the cents that are left. */
export function split(cents, parts) {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError(`cannot split into ${parts} parts`);
  const share = Math.floor(cents / parts);
  const left = cents - share * parts;
  return Array.from({ length: parts }, (_, index) => (index < left ? share + 1 : share));
}
