import type { EvidenceReference, Outcome } from '../domain/check.ts';
import { endOfText } from '../domain/clean-text.ts';
import { cannotRun, describeCut } from '../domain/command-end.ts';
import type { InstallStep } from '../languages/language-profile.ts';
import type { Checkout, CommandRun } from './ports.ts';
import type { RunToolInput, ToolDependencies } from './tool-input.ts';

/**
 * Installs what the change needs, before a tool runs; `null` when that worked. A step that fails says nothing about the change
 * itself (a registry, a cache, a missing compiler), so it is unjudged, never failed.
 */
export async function installDependencies(
  deps: ToolDependencies,
  { checkout, step, input }: { checkout: Checkout; step: InstallStep; input: RunToolInput },
  signal: AbortSignal,
): Promise<Outcome | null> {
  const request = {
    ...step,
    checkout,
    timeoutMs: input.installTimeoutMs,
    network: deps.installNetwork,
    sandbox: input.sandbox,
  };
  const run = await deps.runCommand(request, signal);
  if (run.end.kind === 'exited' && run.end.code === 0) return null;
  const evidence: EvidenceReference[] =
    run.output === '' ? [] : [await deps.artifacts.store('install output', run.output)];
  return { status: 'unjudged', because: `dependencies could not be installed: ${describe(step, run)}`, evidence };
}

function describe({ command }: InstallStep, { end, tail }: CommandRun): string {
  const shown = `\`${command.join(' ')}\``;
  const words = endOfText(tail, 600);
  const how =
    cannotRun(end) ??
    `${shown} ${describeCut(end) ?? (end.kind === 'exited' ? `exited with ${end.code}` : 'did not run')}`;
  return words === '' ? how : `${how}; its last words: ${words}`;
}
