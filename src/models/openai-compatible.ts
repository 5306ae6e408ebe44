import OpenAI, { APIError } from 'openai';
import type { AskModel, ModelReply, ModelRequest } from '../activities/ports.ts';
import { createBoundedFetch, type Fetch } from './bounded-fetch.ts';
import { readCompletion } from './read-completion.ts';
import { readModelError } from './read-model-error.ts';
import { FIRST_FORM, nextForm, requestBody, type RequestForm } from './request-form.ts';

/** In bytes: thirty times the longest answer that a reviewer may give. */
const MAX_ANSWER_BYTES = 2_000_000;

export interface OpenAiAddress {
  /** Up to and including the version, as in `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  /** `null` sends no key: servers on one's own machine ask for none. */
  apiKey: string | null;
  fetch?: Fetch;
}

/**
 * Asks a server that speaks OpenAI's chat completions. The client never retries, for Temporal does; one deadline bounds
 * everything up to the last byte of the answer, where the client's own ends with the headers.
 */
export function createOpenAiModel(address: OpenAiAddress): AskModel {
  const client = createClient(address);
  const learnt = new Map<string, RequestForm>();

  return async (request, signal) => {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    try {
      return readCompletion(await negotiate(client, learnt, request, AbortSignal.any([signal, deadline])));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.aborted) return late(request);
      return readModelError(error, address.apiKey);
    }
  };
}

/** Every option is given, so that nothing (key, organization, address, logging) comes from the environment behind our back. */
function createClient({ baseUrl, apiKey, fetch = globalThis.fetch }: OpenAiAddress): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: createBoundedFetch(fetch, MAX_ANSWER_BYTES),
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
  });
}

/** A server that names a parameter which it does not know is asked once more without it, and the answer is kept for the next call. */
async function negotiate(
  client: OpenAI,
  learnt: Map<string, RequestForm>,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<unknown> {
  for (let form = learnt.get(request.seat.model) ?? FIRST_FORM; ;) {
    try {
      const completion: unknown = await client.chat.completions.create(requestBody(request, form), {
        signal,
        timeout: request.timeoutMs,
      });
      learnt.set(request.seat.model, form);
      return completion;
    } catch (error) {
      const next = isRefusedParameter(error) ? nextForm(form, `${error.param ?? ''} ${error.message}`) : null;
      if (next === null) throw error;
      form = next;
    }
  }
}

const isRefusedParameter = (error: unknown): error is APIError =>
  error instanceof APIError && (error.status === 400 || error.status === 422);

function late({ timeoutMs }: ModelRequest): ModelReply {
  return { kind: 'no-answer', because: `the model did not answer within ${timeoutMs / 1_000} s`, retryable: true };
}
