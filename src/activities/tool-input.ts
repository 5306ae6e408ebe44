import type { Change, SandboxMode } from '../domain/plan.ts';
import type { InstallNetwork } from '../languages/language-profile.ts';
import type { Artifacts, Checkouts, RunCommand } from './ports.ts';

/** What the workflow hands to the tests and lint activities. Small and plain: it stays in the history. */
export interface RunToolInput {
  change: Change;
  /** As the work item says it; `null` and `unknown` are detected from the files. */
  language: string | null;
  timeoutMs: number;
  installTimeoutMs: number;
  sandbox: SandboxMode;
  /** `fleet.validation.allow_no_tests`. */
  allowNoTests: boolean;
}

export interface ToolDependencies {
  checkouts: Checkouts;
  runCommand: RunCommand;
  artifacts: Artifacts;
  installNetwork: InstallNetwork;
}
