import type { CommandRequest, CommandRun, RunCommand } from '../activities/ports.ts';
import type { CommandEnd } from '../domain/evidence.ts';
import { makeCgroup, type Cgroup } from './cgroup.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { findNodePrefix } from './node-prefix.ts';
import { planPlain } from './plan-plain.ts';
import type { LaunchPlan, Surroundings } from './launch-plan.ts';
import { planSandboxed } from './plan-sandboxed.ts';
import { probeSandbox, type SandboxProbe } from './probe-sandbox.ts';
import { runProcess, type ProcessBounds } from './run-process.ts';
import { ownerOf } from './sandbox-user.ts';

export interface RunCommandOptions {
  limits?: Partial<Limits>;
  /** Folders outside of `/usr` that tools need, readable inside under the same path. */
  extraReadOnlyBinds?: readonly string[];
  /** `off` behaves as on a machine without bubblewrap. */
  bubblewrap?: 'auto' | 'off';
}

const DEFAULT_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs what comes from a repository: in bubblewrap where it works, else in a tree of its own that can be ended whole. */
export function createRunCommand(options: RunCommandOptions = {}): RunCommand {
  const probes = new Map<number, Promise<SandboxProbe>>();
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const nodePrefix = findNodePrefix();

  const probeFor = async (user: Surroundings['user']): Promise<SandboxProbe> => {
    if (options.bubblewrap === 'off') return { available: false, because: 'bubblewrap is switched off' };
    const key = user?.uid ?? -1;
    const probe = probes.get(key) ?? probeSandbox(user);
    probes.set(key, probe);
    return probe;
  };

  return async (request, signal) => {
    signal.throwIfAborted();
    const user = ownerOf(request.checkout.dir);
    const probe = await probeFor(user);
    if (!probe.available && request.sandbox === 'required')
      return neverRan({ kind: 'sandbox-failed', detail: probe.because });
    const cgroup = await makeCgroup(limits);
    const around: Surroundings = {
      user,
      limits,
      nodePrefix,
      cgroup,
      extraReadOnlyBinds: options.extraReadOnlyBinds ?? [],
    };
    try {
      return await runPlanned(await (probe.available ? planSandboxed : planPlain)(request, around), request, signal);
    } finally {
      await removeGroup(cgroup);
    }
  };
}

async function runPlanned(plan: LaunchPlan, request: CommandRequest, signal: AbortSignal): Promise<CommandRun> {
  if (plan.kind === 'refused') return neverRan(plan.end);
  const bounds: ProcessBounds = {
    timeoutMs: request.timeoutMs,
    maxOutputBytes: request.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES,
  };
  const started = performance.now();
  try {
    const facts = await runProcess(plan.launch, bounds, signal);
    if (facts.stopped === 'cancelled') throw signal.reason;
    const durationMs = Math.round(performance.now() - started);
    return {
      end: plan.readEnd(facts, bounds),
      tail: facts.tail,
      output: facts.output,
      durationMs,
      sandboxed: plan.sandboxed,
    };
  } finally {
    await plan.cleanUp();
  }
}

function neverRan(end: CommandEnd): CommandRun {
  return { end, tail: '', output: '', durationMs: 0, sandboxed: false };
}

async function removeGroup(cgroup: Cgroup | null): Promise<void> {
  await cgroup?.kill();
  await cgroup?.remove();
}
