/** The issues of all checks as one list for the developer: trimmed, each once, in the order in which they came. */
export function mergeFeedback(issues: readonly string[]): string[] {
  return [...new Set(issues.map((issue) => issue.trim()).filter((issue) => issue !== ''))];
}
