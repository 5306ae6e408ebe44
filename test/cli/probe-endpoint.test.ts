import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examineModels } from '../../src/cli/examine-models.ts';
import { probeEndpoint } from '../../src/cli/probe-endpoint.ts';
import { someSettings } from '../builders/some-settings.ts';

const KEY = 'the-key-itself';
let server: Server;
let at: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const answers: Record<string, () => void> = {
      '/page/v1/models': () => response.end('<h1>It works</h1>'),
      '/silent/v1/models': () => undefined,
      '/locked/v1/models': () => response.writeHead(401).end(`no such key: ${KEY}`),
      '/v1/models': () => response.end(JSON.stringify({ data: [{ id: 'model-a' }, { id: 'model-b\u001b[2J' }] })),
    };
    const answer = answers[request.url ?? ''] ?? (() => response.writeHead(404).end());
    answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function probe(path: string, model = 'model-a') {
  return probeEndpoint({ baseUrl: `${at}${path}`, key: KEY, model });
}

describe('the probe of an endpoint', () => {
  it.each(['/page/v1', '/locked/v1', '/nothing'])('does not call %s well', async (path) => {
    expect((await probe(path)).state).toBe('missing');
  });

  it('is content with one that lists the model, with or without a slash at its end', async () => {
    expect((await probe('/v1')).state).toBe('ok');
    expect((await probe('/v1/')).state).toBe('ok');
  });

  it.each([
    ['missing', ''],
    ['doubled', '/v1/v1'],
  ])('finds a /v1 that is %s, and says what to write', async (_what, path) => {
    expect(await probe(path)).toMatchObject({ state: 'missing', remedy: `set base_url: ${at}/v1` });
  });

  it('says which models there are where the one asked for is not, without control characters', async () => {
    const { state, detail } = await probe('/v1', 'model-c');
    expect(state).toBe('missing');
    expect(detail).toContain('model-a, model-b');
    expect(detail).not.toContain('\u001b');
  });

  it('gives up on one that says nothing', async () => {
    expect((await probe('/silent/v1')).detail).toContain('no answer within 5 s');
  }, 20_000);

  it('gives up on one that is not there', async () => {
    const { state } = await probeEndpoint({ baseUrl: 'http://127.0.0.1:1/v1', key: undefined, model: 'm' });
    expect(state).toBe('missing');
  });
});

describe('the models of the settings', () => {
  const withModels = (models: object[]) => someSettings({ fleet: { llm: { models: models as never } } });

  it('never show a key, whatever the endpoint says', async () => {
    const models = [{ provider: 'mine', model: 'm', base_url: `${at}/locked/v1`, api_key_env: 'MY_KEY' }];
    const findings = await examineModels(withModels(models), { MY_KEY: KEY });
    expect(findings[0]?.detail).toMatch(/refuses the key \(401\)/);
    expect(JSON.stringify(findings)).not.toContain(KEY);
  });

  it('name the variable of a key that is not set, and ask nobody', async () => {
    const findings = await examineModels(withModels([{ provider: 'openai', model: 'gpt-5-mini' }]), {});
    expect(findings).toEqual([
      expect.objectContaining({
        state: 'missing',
        detail: 'OPENAI_API_KEY is not set',
        remedy: 'export OPENAI_API_KEY',
      }),
    ]);
  });

  it('are missing where none is configured, and a script is no model', async () => {
    expect((await examineModels(withModels([]), {}))[0]?.state).toBe('missing');
    expect((await examineModels(withModels([{ provider: 'scripted', model: 'approve' }]), {}))[0]?.state).toBe(
      'absent',
    );
  });
});
