import type { CommandEnd } from '../domain/evidence.ts';
import type { Cgroup } from './cgroup.ts';
import type { Limits } from './limits.ts';
import type { Launch, ProcessBounds, ProcessFacts } from './run-process.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** What a command is run with, whatever the command. */
export interface Surroundings {
  user: SandboxUser | null;
  limits: Limits;
  nodePrefix: string | null;
  cgroup: Cgroup | null;
  extraReadOnlyBinds: readonly string[];
}

/** A launch and how to read its end, or why there is nothing to launch. */
export type LaunchPlan =
  | { kind: 'refused'; end: CommandEnd }
  | {
      kind: 'ready';
      launch: Launch;
      sandboxed: boolean;
      readEnd: (facts: ProcessFacts, bounds: ProcessBounds) => CommandEnd;
      cleanUp: () => Promise<void>;
    };
