import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startValidation, type ValidationCall, type ValidationHandle } from '../../src/client.ts';
import { createActivities } from '../../src/activities/index.ts';
import type { Settings } from '../../src/settings.ts';
import type { WorkItem } from '../../src/domain/work-item.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { realDependencies } from '../../src/worker.ts';
import { aRepository, type BuiltRepository, type Files } from '../builders/a-repository.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { merged, type Overrides } from '../builders/merged.ts';
import { someSettings } from '../builders/some-settings.ts';
import { startForge, type RunningForge } from '../forge/forge-server.ts';
import { aPullRequest, type FakePullRequest } from '../forge/forge-state.ts';
import type { TestServer } from '../temporal.ts';
import type { Project } from './projects.ts';
import { approving, MODEL_KEY, startReviewers, type Reviewer, type RunningReviewers } from './reviewers.ts';

export interface GateOptions {
  project: Project;
  /** On top of the change that deserves to pass. */
  change?: Files;
  /** In place of it. */
  instead?: Files;
  workItem?: Overrides<WorkItem>;
  settings?: Overrides<Settings>;
  pullRequest?: Partial<FakePullRequest>;
  reviewer?: Reviewer;
}

/** Everything that a validation meets, each part real or reached over the wire, with a worker of its own. */
export interface Gate {
  server: TestServer;
  folder: string;
  repository: BuiltRepository;
  forge: RunningForge;
  reviewers: RunningReviewers;
  settings: Settings;
  call: ValidationCall & { work_item: WorkItem };
  /** Of the gate's own work item, unless another call is given. */
  start: (call?: ValidationCall) => Promise<ValidationHandle>;
  validate: (call?: ValidationCall) => Promise<ValidationResult>;
}

/** The parts without a worker, for suites that start and stop workers themselves. */
export async function withParts<T>(
  server: TestServer,
  options: GateOptions,
  use: (parts: Omit<Gate, 'start' | 'validate'>) => Promise<T>,
): Promise<T> {
  process.env[MODEL_KEY] ??= randomUUID();
  const { project } = options;
  const folder = mkdtempSync(join(tmpdir(), 'lex-gate-'));
  const repository = aRepository({
    base: project.base,
    change: options.instead ?? { ...project.right, ...options.change },
  });
  const forge = await startForge({
    pullRequest: aPullRequest({ head: repository.headSha, ...options.pullRequest }),
  });
  const reviewers = await startReviewers(options.reviewer ?? approving);
  try {
    const settings = settingsFor({ folder, forge, reviewers }, options.settings);
    const call = { work_item: workItemFor(repository, options) };
    return await use({ server, folder, repository, forge, reviewers, settings, call });
  } finally {
    await reviewers.stop();
    await forge.close();
    repository.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function withGate<T>(server: TestServer, options: GateOptions, use: (gate: Gate) => Promise<T>): Promise<T> {
  return withParts(server, options, async (parts) =>
    server.withWorker(
      activitiesFor(server, parts.settings),
      ({ client, taskQueue }) => {
        const start = (call: ValidationCall = parts.call): Promise<ValidationHandle> =>
          startValidation(call, { client, taskQueue });
        return use({ ...parts, start, validate: async (call) => (await start(call)).result() });
      },
      { maxHeartbeatThrottleInterval: '1 second' },
    ),
  );
}

export function activitiesFor({ connection, namespace }: TestServer, settings: Settings) {
  return createActivities(realDependencies(settings, connection, namespace));
}

/** What a run left of its checkouts. */
export function leftOvers({ settings }: Pick<Gate, 'settings'>): string[] {
  try {
    return readdirSync(join(settings.fleet.workspace.base_dir, 'runs'));
  } catch {
    return [];
  }
}

function settingsFor(
  { folder, forge, reviewers }: Pick<Gate, 'folder' | 'forge' | 'reviewers'>,
  overrides: Overrides<Settings> = {},
): Settings {
  const ours: Overrides<Settings> = {
    fleet: {
      workspace: { base_dir: join(folder, 'workspace') },
      artifacts: { dir: join(folder, 'artifacts') },
      github: { api_url: forge.apiUrl, token: forge.token },
      llm: { models: reviewers.models },
    },
  };
  return merged(someSettings(ours), overrides) as Settings;
}

function workItemFor(repository: BuiltRepository, { project, workItem = {} }: GateOptions): WorkItem {
  const ours = aWorkItem({
    work_item_id: randomUUID(),
    repo: { clone_url: repository.cloneUrl, default_branch: repository.defaultBranch, language: project.language },
    pipeline: { branch_name: repository.branch, head_sha: repository.headSha },
  });
  return merged(ours, workItem) as WorkItem;
}
