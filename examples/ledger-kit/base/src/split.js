/** Splits an amount of cents into `parts` shares. */
export function split(cents, parts) {
  const share = Math.floor(cents / parts);
  return Array.from({ length: parts }, () => share);
}
