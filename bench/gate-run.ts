import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { startValidation } from '../src/client.ts';
import { loadSettings, type Settings } from '../src/settings.ts';
import type { BenchProject, PushedChange } from './project.ts';
import { BRANCH } from './project.ts';
import type { StandIns } from './stand-ins.ts';

export interface GateRun {
  /** From the start to the result, in milliseconds. */
  total: number;
  events: number;
  bytes: number;
}

/** Settings of a worker that reaches the stand-ins and writes below the folder. */
export function benchSettings(folder: string, { forgeUrl, modelUrl }: StandIns): Settings {
  const settings = loadSettings({ env: {}, cwd: folder });
  const capabilities = ['basic', 'moderate', 'reasoning'] as const;
  const models = capabilities.map((capability) => ({
    provider: 'bench',
    model: `reviewer-${capability}`,
    capability,
    base_url: modelUrl,
  }));
  const fleet = {
    ...settings.fleet,
    workspace: { ...settings.fleet.workspace, base_dir: join(folder, 'workspace') },
    artifacts: { ...settings.fleet.artifacts, dir: join(folder, 'artifacts') },
    github: { ...settings.fleet.github, api_url: forgeUrl, token: 'none' },
    llm: { ...settings.fleet.llm, models },
  };
  return { ...settings, fleet };
}

/** One validation with three reviewers, which must be approved: a run that was cut short measures nothing. */
export async function runGate(
  project: BenchProject,
  change: PushedChange,
  { client, taskQueue }: { client: Client; taskQueue: string },
): Promise<GateRun> {
  const started = performance.now();
  const handle = await startValidation({ work_item: workItem(project, change) }, { client, taskQueue });
  const { pipeline } = await handle.result();
  const total = performance.now() - started;
  const { verdict, issues } = pipeline.review_result;
  if (verdict !== 'approved') throw new Error(`the change was not approved: ${issues.join('; ')}`);
  const { historyLength, historySize = 0 } = await handle.describe();
  return { total, events: historyLength, bytes: historySize };
}

export function workItem({ language }: BenchProject, { cloneUrl, headSha }: PushedChange) {
  return {
    work_item_id: randomUUID(),
    title: 'Lose no cent when an amount is split',
    description: 'Splitting 10.05 in two loses a cent. The shares must add up to the amount.',
    repo: { owner: 'acme-labs', name: 'ledger-kit', default_branch: 'main', language, clone_url: cloneUrl },
    config: { implementation: { validators: 3 } },
    pipeline: { stage: 'implemented', trace: [], attempt: 0, pr_number: 331, branch_name: BRANCH, head_sha: headSha },
  };
}
