/**
 * Keeps beginning and end of what is too long, with a line between them that says how much is missing. The result is at
 * most `maxBytes` long, and a character is never cut in two.
 */
export function cutMiddle(content: Uint8Array, maxBytes: number): Uint8Array {
  if (content.length <= maxBytes) return content;
  const marker = Buffer.from(`\n[… cut: ${content.length} bytes in all, the middle is not kept …]\n`, 'utf8');
  const room = Math.max(0, maxBytes - marker.length);
  const head = wholeEnd(content, Math.ceil(room / 2));
  const tail = wholeStart(content, content.length - Math.floor(room / 2));
  return Buffer.concat([content.subarray(0, head), marker, content.subarray(tail)]).subarray(0, maxBytes);
}

function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function wholeEnd(content: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && end - at < 3 && isInside(content[at])) at -= 1;
  return at;
}

function wholeStart(content: Uint8Array, start: number): number {
  let at = start;
  while (at - start < 3 && isInside(content[at])) at += 1;
  return at;
}
