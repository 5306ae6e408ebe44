import type { AskModel, ModelReply } from '../activities/ports.ts';
import type { ReviewerModel } from '../domain/review-panel.ts';
import type { Fetch } from './bounded-fetch.ts';
import { KNOWN_PROVIDERS } from './known-providers.ts';
import { createOpenAiModel } from './openai-compatible.ts';
import { askScriptedReviewer } from './scripted.ts';

/** One entry of `fleet.llm.models`. */
export interface ModelBackend extends ReviewerModel {
  /** Up to and including the version; needed where the provider is not a known one. */
  base_url?: string | null;
  /** The name of the environment variable that holds the key. */
  api_key_env?: string | null;
  /** Other names under which the server answers for this model. */
  answers_as?: string[] | null;
  /** In tokens, where the model allows fewer than we ask for. */
  max_output_tokens?: number | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Asks the backend of the seat's provider and model. A seat without a backend, or a backend without its key, gets no answer:
 * never another model in its place.
 */
export function createAskModel(backends: readonly ModelBackend[], env: Environment, fetch?: Fetch): AskModel {
  const models = new Map(
    backends.map((backend) => [keyOf(backend), limited(backend, createBackend(backend, env, fetch))]),
  );
  return (request, signal) => {
    const ask = models.get(keyOf(request.seat));
    if (ask === undefined) {
      return Promise.resolve(notSetUp(`the settings have no model ${request.seat.provider}/${request.seat.model}`));
    }
    return ask(request, signal);
  };
}

const keyOf = ({ provider, model }: { provider: string; model: string }): string =>
  JSON.stringify([provider.toLowerCase(), model.toLowerCase()]);

function createBackend(backend: ModelBackend, env: Environment, fetch?: Fetch): AskModel {
  if (backend.provider.toLowerCase() === 'scripted') return askScriptedReviewer;
  const { baseUrl, apiKeyEnv } = addressOf(backend);
  if (baseUrl === null) return unavailable(`the provider ${backend.provider} needs a base_url`);
  if (apiKeyEnv === null) return createOpenAiModel({ baseUrl, apiKey: null, fetch });
  const apiKey = env[apiKeyEnv]?.trim();
  if (!apiKey) return unavailable(`the environment variable ${apiKeyEnv}, which should hold the key, is not set`);
  return createOpenAiModel({ baseUrl, apiKey, fetch });
}

/** A known provider's customary key is for its own address only: a `base_url` of the settings gets the key that they name, or none. */
function addressOf({ provider, base_url: own, api_key_env: named }: ModelBackend): {
  baseUrl: string | null;
  apiKeyEnv: string | null;
} {
  const known = KNOWN_PROVIDERS.get(provider.toLowerCase());
  if (own) return { baseUrl: own, apiKeyEnv: named ?? null };
  return { baseUrl: known?.baseUrl ?? null, apiKeyEnv: named ?? known?.apiKeyEnv ?? null };
}

/** What the settings say about the model goes along: a lower token limit, and the names that it answers under. */
function limited({ answers_as: answersAs, max_output_tokens: most }: ModelBackend, ask: AskModel): AskModel {
  return async (request, signal) => {
    const maxOutputTokens = Math.min(request.maxOutputTokens, most ?? Infinity);
    const reply = await ask({ ...request, maxOutputTokens }, signal);
    return reply.kind === 'answered' && answersAs ? { ...reply, answersAs } : reply;
  };
}

const notSetUp = (because: string): ModelReply => ({ kind: 'no-answer', because, retryable: false });

const unavailable =
  (because: string): AskModel =>
  () =>
    Promise.resolve(notSetUp(because));
