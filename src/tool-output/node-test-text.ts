const HEAD = /^\[?Error \[ERR_TEST_FAILURE\]: /;

/**
 * Node 20 escapes the quotes of an attribute twice, so that one decoding leaves `&quot;`. A text that really held `&quot;` looks the same
 * and is shown with the quote: names and messages are for people.
 */
export function repairQuotes(text: string): string {
  return text.replaceAll('&quot;', '"');
}

/**
 * A failure's message with the line breaks that Node 20 drops from the attribute: the element's text has them, the stack behind it is
 * left out. `null` where the text is not node:test's, or says something else than the attribute.
 */
export function messageWithLines(attribute: string, text: string): string | null {
  const head = HEAD.exec(text);
  return head === null ? null : followText(repairQuotes(attribute), text.slice(head[0].length));
}

/** As much of a text as spells the flat message, line breaks between its characters taken along. */
function followText(message: string, text: string): string | null {
  const flat = message.replaceAll('\n', '');
  const source = repairQuotes(text);
  let read = 0;
  let met = 0;
  while (met < flat.length) {
    const character = source[read];
    read += 1;
    if (character === flat[met]) met += 1;
    else if (character !== '\n') return null;
  }
  return source.slice(0, read).replace(/\s*\n/g, '\n');
}
