import { KNOWN_PROVIDERS } from '../models/known-providers.ts';
import type { Settings } from '../settings.ts';
import type { Diagnosis } from './diagnosis.ts';
import { probeEndpoint } from './probe-endpoint.ts';

type Model = Settings['fleet']['llm']['models'][number];

/** Each model of the panel: whether its key is there, and whether its endpoint answers under that address. Asks for no completion. */
export async function examineModels({ fleet }: Settings, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const { models } = fleet.llm;
  if (models.length > 0) return Promise.all(models.map((model) => examineModel(model, env)));
  const detail = 'none is configured: a review would not be judged';
  return [{ what: 'models', state: 'missing', detail, remedy: 'list them in fleet.llm.models (docs/settings.md)' }];
}

async function examineModel(model: Model, env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const what = `model ${model.provider}/${model.model}`;
  if (model.provider === 'scripted') return { what, state: 'absent', detail: 'a script, which looks at nothing' };
  const known = KNOWN_PROVIDERS.get(model.provider);
  const baseUrl = model.base_url ?? known?.baseUrl;
  if (baseUrl === undefined) {
    const detail = 'nobody knows where this provider is';
    return { what, state: 'missing', detail, remedy: 'set its base_url in fleet.llm.models' };
  }
  const keyName = model.api_key_env ?? (model.base_url === undefined ? known?.apiKeyEnv : null) ?? null;
  const key = keyName === null ? undefined : env[keyName];
  if (keyName !== null && !key)
    return { what, state: 'missing', detail: `${keyName} is not set`, remedy: `export ${keyName}` };
  return { what, ...(await probeEndpoint({ baseUrl, key, model: model.model })) };
}
