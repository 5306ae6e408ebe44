import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelServer {
  baseUrl: string;
  /** Bodies and headers of the requests so far. */
  requests: { body: Record<string, unknown>; headers: IncomingMessage['headers'] }[];
  close: () => Promise<void>;
}

export type Answer = (body: Record<string, unknown>, response: ServerResponse, count: number) => void;

/** A server on the loopback for what the fake cannot send: refusals, empty choices, bodies that are no JSON. */
export async function aModelServer(answer: Answer): Promise<ModelServer> {
  const requests: ModelServer['requests'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      requests.push({ body, headers: request.headers });
      answer(body, response, requests.length);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A whole chat completion, with parts of it changed. */
export function aCompletion(
  parts: Record<string, unknown> = {},
  choice: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: 'c1',
    object: 'chat.completion',
    model: 'reviewer-1',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'the text' }, ...choice }],
    usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 },
    ...parts,
  };
}
