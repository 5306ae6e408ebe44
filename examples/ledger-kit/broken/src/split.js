/** Splits an amount of cents into `parts` shares. */
export function split(cents, parts) {
  var share = Math.ceil(cents / parts);
  return Array.from({ length: parts }, () => share);
}
