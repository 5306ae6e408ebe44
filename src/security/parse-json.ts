/** What a JSON text holds; `null` for a text that is none, which no rule takes for settings. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
