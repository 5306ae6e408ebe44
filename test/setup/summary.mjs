/**
 * `N passed, N failed`, and what was skipped. A suite that did not run at all is one failure, for it hides its tests;
 * so is anything else that ended the run with a code other than 0.
 */
export function countOutcomes(results, exitCode) {
  const counted = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const failed = counted === 0 && exitCode !== 0 ? 1 : counted;
  const skipped = results.numPendingTests + results.numTodoTests;
  return `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The lines that `needs` left in its file, by tool, each with the line that installs it. */
export function listMissingTools(jsonLines) {
  const suites = new Map();
  for (const line of jsonLines.split('\n').filter((text) => text !== '')) {
    const { suite, tool, install } = JSON.parse(line);
    const heading = `  ${tool} (${install})`;
    suites.set(heading, (suites.get(heading) ?? new Set()).add(suite));
  }
  if (suites.size === 0) return [];
  const lines = [...suites].flatMap(([heading, titles]) => [heading, ...[...titles].map((title) => `    - ${title}`)]);
  return ['', 'Not run for want of a tool:', ...lines, ''];
}
