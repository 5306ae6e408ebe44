import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ModelReply } from '../../src/activities/ports.ts';
import { createAskModel, type ModelBackend } from '../../src/models/ask-model.ts';
import { aCompletion, aModelServer, sendJson, type ModelServer } from './a-model-server.ts';
import { aModelRequest } from './a-model-request.ts';

const KEY = ['sk', 'test', 'y'.repeat(24)].join('-');
const idle = new AbortController().signal;

describe('who is asked', () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await aModelServer((body, response) => sendJson(response, 200, aCompletion({ model: body.model })));
  });
  afterAll(() => server.close());

  function ask(
    backends: ModelBackend[],
    provider: string,
    model: string,
    env: Record<string, string> = {},
  ): Promise<ModelReply> {
    return createAskModel(backends, env)(
      aModelRequest({ seat: { seat: 1, capability: 'basic', provider, model } }),
      idle,
    );
  }

  const local = (parts: Partial<ModelBackend> = {}): ModelBackend => ({
    provider: 'local',
    model: 'a',
    base_url: server.baseUrl,
    ...parts,
  });

  it('is never another model in the place of one that the settings do not have', async () => {
    const count = server.requests.length;
    for (const [provider, model] of [
      ['local', 'b'],
      ['other', 'a'],
      ['', ''],
      ['loca', 'la'],
    ] as const) {
      expect(await ask([local()], provider, model)).toMatchObject({
        kind: 'no-answer',
        retryable: false,
        because: expect.stringContaining('settings'),
      });
    }
    expect(server.requests).toHaveLength(count);
  });

  it('is nobody without the key that the settings name', async () => {
    const backends = [local({ api_key_env: 'REVIEW_KEY' })];
    for (const env of [{}, { REVIEW_KEY: '  ' }]) {
      expect(await ask(backends, 'local', 'a', env as Record<string, string>)).toEqual({
        kind: 'no-answer',
        because: 'the environment variable REVIEW_KEY, which should hold the key, is not set',
        retryable: false,
      });
    }
  });

  it('is nobody without an address', async () => {
    const reply = await ask([{ provider: 'mine', model: 'a' }], 'mine', 'a');
    expect(reply).toMatchObject({ kind: 'no-answer', because: 'the provider mine needs a base_url' });
  });

  it('is the model of the seat, names being compared without case', async () => {
    const backends = [local(), local({ model: 'b', api_key_env: 'REVIEW_KEY' })];
    expect(await ask(backends, 'Local', 'B', { REVIEW_KEY: KEY })).toMatchObject({ kind: 'answered', answeredBy: 'B' });
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('never gets the customary key of a provider at an address of one’s own', async () => {
    const backends = [local({ provider: 'openai' })];
    expect(await ask(backends, 'openai', 'a', { OPENAI_API_KEY: KEY })).toMatchObject({ kind: 'answered' });
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('is at a known address with the customary key where the settings say no more', async () => {
    const seen: { url: string; authorization: string | null }[] = [];
    const fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      seen.push({
        url: input instanceof Request ? input.url : input.toString(),
        authorization: new Headers(init?.headers).get('authorization'),
      });
      return Promise.resolve(Response.json(aCompletion()));
    };
    const askModel = createAskModel([{ provider: 'openai', model: 'reviewer-1' }], { OPENAI_API_KEY: KEY }, fetch);
    expect(await askModel(aModelRequest(), idle)).toMatchObject({ kind: 'answered' });
    expect(seen).toEqual([{ url: 'https://api.openai.com/v1/chat/completions', authorization: `Bearer ${KEY}` }]);
  });

  it('goes along with the names it answers under and the limit it has', async () => {
    const reply = await ask([local({ answers_as: ['q4.gguf'], max_output_tokens: 100 })], 'local', 'a');
    expect(reply).toMatchObject({ kind: 'answered', answersAs: ['q4.gguf'] });
    expect(server.requests.at(-1)?.body.max_completion_tokens).toBe(100);
  });

  it('may be a script, where the settings say so and nowhere else', async () => {
    expect(await ask([], 'scripted', 'approve')).toMatchObject({ kind: 'no-answer', retryable: false });
    expect(await ask([{ provider: 'scripted', model: 'reject' }], 'scripted', 'approve')).toMatchObject({
      kind: 'no-answer',
    });
    expect(await ask([{ provider: 'scripted', model: 'reject' }], 'scripted', 'reject')).toMatchObject({
      answeredBy: 'reject',
    });
  });
});
