import type { Outcome } from '../domain/check.ts';
import { judgeLint } from '../domain/judge-lint.ts';
import { planLint } from '../languages/choose-tool.ts';
import { LINT_READERS } from '../tool-output/formats.ts';
import { runTool } from './run-tool.ts';
import type { RunToolInput, ToolDependencies } from './tool-input.ts';

/** Check 2: is the project's own linter clean over the whole project. Rejects only for infrastructure and when cancelled. */
export function createRunLint(deps: ToolDependencies): (input: RunToolInput) => Promise<Outcome> {
  return (input) => runTool(deps, input, { kind: 'lint', plan: planLint, readers: LINT_READERS, judge: judgeLint });
}
