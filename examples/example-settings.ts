import { join } from 'node:path';
import type { CallSettings } from '../src/cli/read-settings.ts';
import { say } from '../src/cli/streams.ts';
import { loadSettings } from '../src/settings.ts';

/**
 * Settings for the examples: the server and the models are the user's, all else is the default, so that the verdicts are the same
 * everywhere, and nothing is left in the user's folders. Without a model the reviewers are scripted, which is said loudly.
 */
export function exampleSettings({ settings: own, namesServer }: CallSettings, folder: string): CallSettings {
  const { fleet, ...rest } = loadSettings({ env: {}, file: undefined, cwd: folder });
  const { models } = own.fleet.llm;
  if (models.length === 0) warn();
  const settings = {
    ...rest,
    temporal: own.temporal,
    fleet: {
      ...fleet,
      workspace: { ...fleet.workspace, base_dir: join(folder, 'workspace') },
      artifacts: { ...fleet.artifacts, dir: join(folder, 'artifacts') },
      llm: { ...own.fleet.llm, models: models.length === 0 ? [SCRIPTED] : models },
    },
  };
  return { settings, namesServer };
}

const SCRIPTED = { provider: 'scripted', model: 'approve' };

function warn(): void {
  say('!'.repeat(72));
  say('No model is configured: the reviewers of these examples are SCRIPTED.');
  say('They approve unseen. Set fleet.llm.models (docs/settings.md) for a real review.');
  say('!'.repeat(72));
}
