import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { graphql, type GraphQLFormattedError } from 'graphql';
import { noFault, type Fault, type WireAnswer } from './faults.ts';
import { forgeRoot, type OnHeadRead } from './forge-root.ts';
import { forgeSchema } from './forge-schema.ts';
import type { FakePullRequest, ForgeState } from './forge-state.ts';

export interface ForgeRequest {
  path: string;
  headers: IncomingMessage['headers'];
  query: string;
  variables: Record<string, unknown>;
}

/** A forge on loopback. Point `fleet.github.api_url` (or `GITHUB_API_URL`) at `apiUrl` and use `token`. */
export interface RunningForge {
  /** Shaped as an enterprise server's, so that the GraphQL address differs from it. */
  apiUrl: string;
  graphqlUrl: string;
  token: string;
  /** What the forge knows; change it and the next answer follows. */
  state: ForgeState;
  /** Every request so far, also those that met a fault. */
  requests: ForgeRequest[];
  /** The next requests meet these, one each, in order. */
  meetNext: (...faults: Fault[]) => void;
  /** Every request from now on meets this, `noFault` to end it. */
  meetAlways: (fault: Fault) => void;
  /** Moves the head of a pull request, at once or when it has been read that many times more. */
  moveHead: (number: number, to: string, options?: { afterReads: number }) => void;
  /** Rejects when the forge itself failed: a fault that no test asked for. */
  close: () => Promise<void>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** GitHub puts the type of an error beside its message, and a code where the query itself is wrong. */
function asGitHubSays({ message, path, locations, extensions }: GraphQLFormattedError): Record<string, unknown> {
  if (path === undefined) return { message, locations, extensions: { code: 'invalidQuery' } };
  return { type: extensions?.type, message, path, locations };
}

async function answer(state: ForgeState, onHeadRead: OnHeadRead, request: ForgeRequest): Promise<WireAnswer> {
  const { query, variables } = request;
  const result = await graphql({
    schema: forgeSchema(),
    source: query,
    variableValues: variables,
    rootValue: forgeRoot(state, onHeadRead),
  });
  const data = result.data === undefined ? {} : { data: result.data };
  if (result.errors === undefined) return data;
  return { ...data, errors: result.errors.map((error) => asGitHubSays(error.toJSON())) };
}

function write(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, headers);
  response.end(body);
}

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '4096' });
  response.write('{"data":{"repository":{"pullRequest":');
  setImmediate(() => response.destroy());
}

async function serve(response: ServerResponse, fault: Fault, good: () => Promise<WireAnswer>): Promise<void> {
  if (fault.kind === 'hang') return;
  if (fault.kind === 'cut') {
    cutOff(response);
  } else if (fault.kind === 'answer') {
    write(response, fault.status, fault.headers, fault.body);
  } else {
    const answered = await good();
    const sent = fault.kind === 'edit' ? fault.edit(answered) : answered;
    write(response, 200, JSON_TYPE, JSON.stringify(sent));
  }
}

interface Move {
  number: number;
  to: string;
  reads: number;
}

function createMoves(): { plan: (move: Move) => void; onHeadRead: OnHeadRead } {
  const moves: Move[] = [];
  return {
    plan: (move) => {
      moves.push(move);
    },
    onHeadRead: (pr) => {
      for (const move of moves.filter(({ number }) => number === pr.number)) {
        move.reads -= 1;
        if (move.reads === 0) pr.head = move.to;
      }
    },
  };
}

function refuse(response: ServerResponse, status: 401 | 404): void {
  const message = status === 401 ? 'Bad credentials' : 'Not Found';
  write(response, status, JSON_TYPE, JSON.stringify({ message, status: String(status) }));
}

const PATHS = new Set(['/api/graphql', '/graphql']);

/**
 * Starts a forge over the wire that executes any query against GitHub's public schema and an in-memory state. A token
 * is demanded, pages have GitHub's limits, and faults can be switched on for a request or for all.
 */
export async function startForge(
  start: Partial<ForgeState> & { pullRequest?: FakePullRequest } = {},
): Promise<RunningForge> {
  const { pullRequest, ...given } = start;
  const state: ForgeState = {
    viewer: 'fleet-bot',
    pullRequests: pullRequest === undefined ? [] : [pullRequest],
    ...given,
  };
  const token = ['gh', 'p_', 'x'.repeat(12), Math.random().toString(36).slice(2)].join('');
  const requests: ForgeRequest[] = [];
  const next: Fault[] = [];
  let always = noFault;
  const moves = createMoves();

  const onRequest = async (incoming: IncomingMessage, response: ServerResponse) => {
    const path = incoming.url ?? '/';
    if (!PATHS.has(path)) {
      refuse(response, 404);
      return;
    }
    const { query = '', variables = {} } = JSON.parse(await bodyOf(incoming)) as Partial<ForgeRequest>;
    const request = { path, headers: incoming.headers, query, variables };
    requests.push(request);
    if (incoming.headers.authorization?.endsWith(` ${token}`) !== true) {
      refuse(response, 401);
      return;
    }
    return serve(response, next.shift() ?? always, () => answer(state, moves.onHeadRead, request));
  };
  const failures: unknown[] = [];
  const server = createServer((incoming, response) => {
    onRequest(incoming, response).catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    apiUrl: `${origin}/api/v3`,
    graphqlUrl: `${origin}/api/graphql`,
    token,
    state,
    requests,
    meetNext: (...faults) => {
      next.push(...faults);
    },
    meetAlways: (fault) => {
      always = fault;
    },
    moveHead: (number, to, { afterReads } = { afterReads: 0 }) => {
      if (afterReads > 0) moves.plan({ number, to, reads: afterReads });
      else for (const pr of state.pullRequests) if (pr.number === number) pr.head = to;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      if (failures.length > 0) throw failures[0];
    },
  };
}
