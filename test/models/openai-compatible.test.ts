import { LLMock } from '@copilotkit/aimock';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ModelReply } from '../../src/activities/ports.ts';
import { createOpenAiModel } from '../../src/models/openai-compatible.ts';
import { aCompletion, aModelServer, sendJson, type Answer, type ModelServer } from './a-model-server.ts';
import { aModelRequest } from './a-model-request.ts';

/** Built here, so that no scanner takes it for a real one. */
const KEY = ['sk', 'test', 'x'.repeat(24)].join('-');

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function serve(answer: Answer): Promise<ModelServer> {
  const server = await aModelServer(answer);
  stops.push(server.close);
  return server;
}

async function fake(): Promise<LLMock> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  await mock.start();
  stops.push(() => mock.stop());
  return mock;
}

const idle = new AbortController().signal;

function ask(baseUrl: string, parts: Parameters<typeof aModelRequest>[0] = {}, signal = idle): Promise<ModelReply> {
  return createOpenAiModel({ baseUrl, apiKey: KEY })(aModelRequest(parts), signal);
}

async function askWith(answer: Answer): Promise<ModelReply> {
  return ask((await serve(answer)).baseUrl);
}

describe('a 200 that is no answer', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    [
      'a refusal',
      aCompletion({}, { message: { role: 'assistant', content: null, refusal: 'I cannot help with that.' } }),
      false,
    ],
    ['a refusal beside text', aCompletion({}, { message: { content: 'the text', refusal: 'No.' } }), false],
    ['a cut text', aCompletion({}, { finish_reason: 'length' }), false],
    ['a filtered text', aCompletion({}, { finish_reason: 'content_filter' }), false],
    ['a tool call', aCompletion({}, { finish_reason: 'tool_calls' }), true],
    ['a text that does not say how it ended', aCompletion({}, { finish_reason: null }), true],
    ['empty content', aCompletion({}, { message: { content: '' } }), true],
    ['blank content', aCompletion({}, { message: { content: ' \n' } }), true],
    ['null content', aCompletion({}, { message: { content: null } }), true],
    ['no message', aCompletion({}, { message: undefined }), true],
    ['no choices', aCompletion({ choices: [] }), true],
    ['choices of null', aCompletion({ choices: null }), true],
    [
      'two choices',
      aCompletion({ choices: [1, 2].map(() => ({ finish_reason: 'stop', message: { content: 'x' } })) }),
      true,
    ],
    ['no model', aCompletion({ model: undefined }), true],
    ['an error object', { error: { message: 'overloaded', code: 529 } }, true],
  ])('is %s', async (_, completion, retryable) => {
    const reply = await askWith((_body, response) => sendJson(response, 200, completion));
    expect(reply).toMatchObject({ kind: 'no-answer', retryable });
  });

  it.each([
    ['a web page', 'text/html', '<html>Bad gateway</html>'],
    ['a completion under another content type', 'text/plain', JSON.stringify(aCompletion())],
    ['a body that is no JSON', 'application/json', '{"choices": [{"mess'],
    ['an empty body', 'application/json', ''],
    ['JSON null', 'application/json', 'null'],
    ['a body beyond all measure', 'application/json', JSON.stringify(aCompletion({ padding: 'x'.repeat(3_000_000) }))],
  ])('is %s', async (_, type, body) => {
    const reply = await askWith((_body, response) => response.writeHead(200, { 'content-type': type }).end(body));
    expect(reply).toMatchObject({ kind: 'no-answer', retryable: true });
  });

  it('is a body that breaks off', async () => {
    const reply = await askWith((_body, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"choices": [');
      setTimeout(() => response.destroy(), 20);
    });
    expect(reply).toMatchObject({ kind: 'no-answer', retryable: true });
  });

  it('is what the fake makes malformed', async () => {
    const mock = await fake();
    mock.onMessage('The change.', { content: 'x' }, { chaos: { malformedRate: 1 } });
    expect(await ask(`${mock.url}/v1`)).toMatchObject({ kind: 'no-answer', retryable: true });
  });
});

describe('a server that fails', () => {
  it.each([
    [408, true],
    [409, true],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
    [529, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [422, false],
  ])('with %i may be asked again: %s', async (status, retryable) => {
    const mock = await fake();
    mock.onMessage('The change.', { error: { message: 'went wrong', type: 'some_error' }, status });
    const reply = await ask(`${mock.url}/v1`);
    expect(reply).toMatchObject({ kind: 'no-answer', retryable, because: expect.stringContaining(`${status}`) });
    expect(mock.getRequests()).toHaveLength(1);
  });

  it('is asked once only: Temporal retries, the client does not', async () => {
    const server = await serve((_body, response) =>
      sendJson(response, 500, { error: { message: 'no', code: 500, type: 'x' } }),
    );
    await ask(server.baseUrl);
    expect(server.requests).toHaveLength(1);
  });

  it('says how long to wait', async () => {
    const mock = await fake();
    mock.onMessage('The change.', { error: { message: 'slow', type: 'rate_limit_error' }, status: 429, retryAfter: 7 });
    expect(await ask(`${mock.url}/v1`)).toMatchObject({ retryable: true, retryAfterMs: 7_000 });
  });

  it('cannot make us wait for hours', async () => {
    const reply = await askWith((_body, response) =>
      sendJson(response, 429, { error: {} }, { 'retry-after': '36000' }),
    );
    expect(reply).toMatchObject({ retryAfterMs: 60_000 });
  });

  it('with a used-up quota is not asked again', async () => {
    const error = { message: 'You exceeded your quota', type: 'insufficient_quota', code: 'insufficient_quota' };
    expect(await askWith((_body, response) => sendJson(response, 429, { error }))).toMatchObject({ retryable: false });
  });

  it('with a prompt beyond its context is not asked again', async () => {
    const error = {
      code: 400,
      message: 'the request exceeds the available context size',
      type: 'exceed_context_size_error',
    };
    expect(await askWith((_body, response) => sendJson(response, 400, { error }))).toMatchObject({ retryable: false });
  });

  it('by dropping the connection may be asked again', async () => {
    const mock = await fake();
    mock.onMessage('The change.', { content: 'x' }, { chaos: { disconnectRate: 1 } });
    expect(await ask(`${mock.url}/v1`)).toMatchObject({
      kind: 'no-answer',
      retryable: true,
      because: expect.stringContaining('connection'),
    });
  });

  it('by not being there may be asked again', async () => {
    const server = await serve(() => undefined);
    await server.close();
    expect(await ask(server.baseUrl)).toMatchObject({
      retryable: true,
      because: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('by sending us elsewhere gets nothing there', async () => {
    const elsewhere = await serve((_body, response) => sendJson(response, 200, aCompletion()));
    const reply = await askWith((_body, response) =>
      response.writeHead(307, { location: `${elsewhere.baseUrl}/chat/completions` }).end(),
    );
    expect(reply).toMatchObject({ kind: 'no-answer' });
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('says so without the key, however it echoes it', async () => {
    const message = `Incorrect API key: ${KEY}, header Bearer ${KEY}, or ${KEY.slice(0, 12)}**********xyz`;
    for (const status of [400, 401, 500]) {
      const reply = await askWith((_body, response) => sendJson(response, status, { error: { message, type: 'x' } }));
      expect(JSON.stringify(reply)).not.toContain(KEY.slice(0, 9));
      expect(JSON.stringify(reply)).toContain('Incorrect API key');
    }
  });
});

describe('a server that is slow', () => {
  it('is no answer when it never answers', async () => {
    const mock = await fake();
    mock.onMessage('The change.', () => new Promise(() => undefined));
    expect(await ask(`${mock.url}/v1`, { timeoutMs: 100 })).toEqual({
      kind: 'no-answer',
      because: 'the model did not answer within 0.1 s',
      retryable: true,
    });
  });

  it('is no answer when its body never ends', async () => {
    const server = await serve((_body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    const startedMs = performance.now();
    expect(await ask(server.baseUrl, { timeoutMs: 150 })).toMatchObject({
      kind: 'no-answer',
      because: expect.stringContaining('0.15 s'),
    });
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it('is left at once on a cancellation, which is thrown as it came', async () => {
    const server = await serve(() => undefined);
    const cancellation = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => cancellation.abort(reason), 50);
    await expect(ask(server.baseUrl, {}, cancellation.signal)).rejects.toBe(reason);
  });
});

describe('an answer', () => {
  it('comes with the name of who answered and what it took', async () => {
    const mock = await fake();
    mock.onMessage('The change.', {
      content: 'the text',
      model: 'reviewer-1-2026-01-01',
      usage: { prompt_tokens: 11, completion_tokens: 3 },
    });
    expect(await ask(`${mock.url}/v1`)).toEqual({
      kind: 'answered',
      text: 'the text',
      answeredBy: 'reviewer-1-2026-01-01',
      usage: { input: 11, output: 3 },
    });
  });

  it('needs no usage', async () => {
    expect(await askWith((_body, response) => sendJson(response, 200, aCompletion({ usage: null })))).toMatchObject({
      kind: 'answered',
    });
  });

  it('was asked for by schema, with a token limit, without a temperature', async () => {
    const server = await serve((_body, response) => sendJson(response, 200, aCompletion()));
    await ask(server.baseUrl);
    const { body, headers } = server.requests[0] ?? { body: {}, headers: {} };
    expect(body).toMatchObject({
      model: 'reviewer-1',
      max_completion_tokens: 500,
      response_format: { type: 'json_schema' },
    });
    expect(Object.keys(body).sort()).toEqual(['max_completion_tokens', 'messages', 'model', 'response_format']);
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('needs no key, and takes none from the environment', async () => {
    const server = await serve((_body, response) => sendJson(response, 200, aCompletion()));
    process.env.OPENAI_API_KEY = KEY;
    try {
      await createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null })(aModelRequest(), idle);
    } finally {
      delete process.env.OPENAI_API_KEY;
    }
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe('a server that refuses a parameter', () => {
  const refuse = (param: string, message: string) => ({
    error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' },
  });

  it('is asked again in the older form, and from then on', async () => {
    const server = await serve((body, response) => {
      if ('max_completion_tokens' in body)
        sendJson(response, 400, refuse('max_completion_tokens', 'Unrecognized request argument'));
      else if ((body.response_format as { type: string } | undefined)?.type === 'json_schema') {
        sendJson(response, 400, refuse('', "'response_format.type' must be 'text' or 'json_object'"));
      } else sendJson(response, 200, aCompletion());
    });
    const model = createOpenAiModel({ baseUrl: server.baseUrl, apiKey: KEY });
    expect(await model(aModelRequest(), idle)).toMatchObject({ kind: 'answered' });
    expect(server.requests).toHaveLength(3);
    expect(await model(aModelRequest(), idle)).toMatchObject({ kind: 'answered' });
    expect(server.requests).toHaveLength(4);
    expect(server.requests[3]?.body).toMatchObject({ max_tokens: 500, response_format: { type: 'json_object' } });
  });

  it('may know no form of response at all', async () => {
    const server = await serve((body, response) => {
      if ('response_format' in body) sendJson(response, 422, { error: { message: 'extra field response_format' } });
      else sendJson(response, 200, aCompletion());
    });
    expect(await ask(server.baseUrl)).toMatchObject({ kind: 'answered' });
    expect(server.requests).toHaveLength(3);
  });

  it('and goes on refusing is no answer', async () => {
    const server = await serve((_body, response) =>
      sendJson(response, 400, refuse('max_tokens', 'max_tokens is too large')),
    );
    expect(await ask(server.baseUrl)).toMatchObject({ kind: 'no-answer', retryable: false });
    expect(server.requests).toHaveLength(2);
  });
});
