import type { Outcome } from '../domain/check.ts';
import { judgeTests } from '../domain/judge-tests.ts';
import { planTests } from '../languages/choose-tool.ts';
import { TEST_READERS } from '../tool-output/formats.ts';
import { runTool } from './run-tool.ts';
import type { RunToolInput, ToolDependencies } from './tool-input.ts';

/** Check 1: does the project's own suite pass at the pushed commit. Rejects only for infrastructure and when cancelled. */
export function createRunTests(deps: ToolDependencies): (input: RunToolInput) => Promise<Outcome> {
  return (input) =>
    runTool(deps, input, {
      kind: 'tests',
      plan: planTests,
      readers: TEST_READERS,
      judge: (evidence) => judgeTests({ ...evidence, allowNoTests: input.allowNoTests }),
    });
}
