import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';

/** A forge and models on loopback that answer at once, or after a delay that stands for thinking. */
export interface StandIns {
  forgeUrl: string;
  modelUrl: string;
  close: () => Promise<void>;
}

/** What a model takes to answer, in milliseconds. Real ones take ten to sixty times that. */
export const THINKING_MS = 1000;

type Answer = (body: string) => object | Promise<object>;

export async function startStandIns(headSha: () => string): Promise<StandIns> {
  const forge = await serve(() => forgeAnswer(headSha()));
  const models = await serve(async (body) => {
    await sleep(THINKING_MS);
    return completion(body);
  });
  return {
    forgeUrl: `${addressOf(forge)}/api/v3`,
    modelUrl: `${addressOf(models)}/v1`,
    close: async () => {
      await Promise.all([forge, models].map(close));
    },
  };
}

async function serve(answer: Answer): Promise<Server> {
  const server = createServer((request, response) => {
    text(request)
      .then(answer)
      .then(
        (body) => send(response, 200, body),
        () => send(response, 500, {}),
      );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const NOTHING = { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] };

/** No feedback, and the head where it was: the answer to every query that the gate has. */
function forgeAnswer(headRefOid: string): object {
  const pullRequest = { headRefOid, baseRefName: 'main', state: 'OPEN', reviewThreads: NOTHING, reviews: NOTHING };
  return { data: { viewer: { login: 'fleet-bot' }, repository: { pullRequest } } };
}

function completion(body: string): object {
  const request = JSON.parse(body) as { model: string; messages: { content: string }[] };
  const prompt = request.messages.map(({ content }) => content).join('\n');
  const mark = /^begin title (\S+)$/m.exec(prompt)?.[1] ?? '';
  const content = JSON.stringify({ mark, analysis: 'Read it all.', findings: [], verdict: 'approve' });
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content } };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: 'c1', object: 'chat.completion', model: request.model, choices: [choice], usage };
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
