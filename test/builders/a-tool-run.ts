import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { Artifacts, RunCommand } from '../../src/activities/ports.ts';
import { createRunLint } from '../../src/activities/run-lint.ts';
import { createRunTests } from '../../src/activities/run-tests.ts';
import type { RunToolInput } from '../../src/activities/tool-input.ts';
import type { Outcome } from '../../src/domain/check.ts';
import { createCheckouts } from '../../src/sandbox/checkout.ts';
import { createRunCommand } from '../../src/sandbox/run-command.ts';
import type { RunCommandOptions } from '../../src/sandbox/run-command.ts';
import { aRepository } from './a-repository.ts';
import type { Files } from './a-repository.ts';

export interface ToolRunOptions {
  check: 'tests' | 'lint';
  base: Files;
  change: Files;
  language?: string | null;
  input?: Partial<RunToolInput>;
  sandbox?: RunCommandOptions;
  /** Stands in front of the real one, to watch it or to be in its place. */
  around?: (real: RunCommand) => RunCommand;
  /** To cancel the activity from outside. */
  environment?: MockActivityEnvironment;
}

/** A store in memory, with the same addresses as the real one. */
function memoryArtifacts(): Artifacts & { texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    store: (title, content) => {
      const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
      texts.set(digest, typeof content === 'string' ? content : new TextDecoder().decode(content));
      return Promise.resolve({ title, digest, bytes: Buffer.byteLength(content) });
    },
    read: (digest) => Promise.resolve(texts.has(digest) ? new TextEncoder().encode(texts.get(digest)) : null),
  };
}

/** Runs the real activity on a real repository with real tools, and leaves nothing behind. */
export async function runToolOn(options: ToolRunOptions): Promise<Outcome> {
  const environment = options.environment ?? new MockActivityEnvironment({ attempt: 1 });
  const repository = aRepository({ base: options.base, change: options.change });
  const baseDir = mkdtempSync(join(tmpdir(), 'lex-tool-run-'));
  try {
    const checkouts = createCheckouts({ baseDir });
    const source = {
      cloneUrl: repository.cloneUrl,
      branch: repository.branch,
      prNumber: null,
      defaultBranch: repository.defaultBranch,
      headSha: null,
    };
    const change = await checkouts.resolveChange(source, new AbortController().signal);
    const real = createRunCommand(options.sandbox);
    const deps = {
      checkouts,
      runCommand: options.around?.(real) ?? real,
      artifacts: memoryArtifacts(),
      installNetwork: 'none' as const,
    };
    const input: RunToolInput = {
      change,
      language: options.language ?? null,
      timeoutMs: 60_000,
      installTimeoutMs: 60_000,
      sandbox: 'preferred',
      allowNoTests: false,
      ...options.input,
    };
    const activity = options.check === 'tests' ? createRunTests(deps) : createRunLint(deps);
    return await environment.run<[RunToolInput], Outcome, typeof activity>(activity, input);
  } finally {
    rmSync(baseDir, { recursive: true, force: true });
    repository.remove();
  }
}
