/** Terminal colours, other control characters, directional overrides and broken surrogates: text that lies to its reader. */
const UNREADABLE =
  /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** Text of a tool, a person or a model as it may stand in an issue: line breaks stay, what only a terminal understands goes. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNREADABLE, '').trim();
}

/** Cuts to `limit` UTF-16 code units, the mark of the cut included, never through a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, Math.max(0, limit - 1));
  return `${/[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** The end of a log, where the reason of a failure usually stands. */
export function endOfText(text: string, limit: number): string {
  const clean = cleanText(text);
  if (clean.length <= limit) return clean;
  const tail = clean.slice(clean.length - limit + 1);
  return `…${/^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail}`;
}
