import { Octokit } from '@octokit/core';
import type { z } from 'zod';
import { ForgeUnreadable } from '../domain/forge-unreadable.ts';
import { graphqlUrlOf } from './graphql-url.ts';
import { unreadableOf } from './unreadable.ts';

export interface ForgeOptions {
  /** `undefined` lets a worker start without one: each call then says what is missing. */
  token: string | undefined;
  /** The REST address, `https://api.github.com` by default. */
  apiUrl?: string;
  /** The GraphQL address, where it is not the one that belongs to `apiUrl`. */
  graphqlUrl?: string;
  /** How long one call may take, in milliseconds; 30 s by default. */
  callTimeoutMs?: number;
  /** How many calls one reading may take, 100 by default: beyond that the pull request is unreadable. */
  maxCalls?: number;
  fetch?: typeof globalThis.fetch;
}

/** A query with what its answer must look like to be believed. */
export interface Question<Answer extends z.ZodType> {
  query: string;
  variables: Record<string, string | number | null>;
  answer: Answer;
}

export type AskForge = <Answer extends z.ZodType>(
  question: Question<Answer>,
  signal: AbortSignal,
) => Promise<z.output<Answer>>;

const NO_TOKEN = 'no forge token: set fleet.github.token or GITHUB_TOKEN';

type Send = (query: string, variables: Question<z.ZodType>['variables'], signal: AbortSignal) => Promise<unknown>;

/** No plugin: octokit's own retry takes an abort for an outage, and Temporal retries already. */
function createSend(options: ForgeOptions, token: string, url: string): Send {
  const octokit = new Octokit({ auth: token, request: { fetch: options.fetch ?? globalThis.fetch } });
  const graphql = octokit.graphql.defaults({ url, headers: { 'cache-control': 'no-cache' } });
  return (query, variables, signal) => graphql(query, { ...variables, request: { signal } });
}

function hostOf(url: string): string {
  if (!URL.canParse(url)) throw new ForgeUnreadable('the address of the forge is not a URL', { retryable: false });
  return new URL(url).host;
}

function noAnswer(host: string, afterMs: number): ForgeUnreadable {
  return new ForgeUnreadable(`the forge at ${host} gave no answer in ${afterMs / 1000} s`, { retryable: true });
}

function believe<Answer extends z.ZodType>(schema: Answer, data: unknown): z.output<Answer> {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.map(String).join('.') ?? '';
  const part = where === '' ? 'it is no answer to a query' : `${where} is missing or has an unknown shape`;
  throw new ForgeUnreadable(`the forge's answer cannot be read: ${part}`, { retryable: true });
}

/**
 * Asks the forge one question and believes only an answer of the expected shape, without any error beside it.
 * @throws {ForgeUnreadable} in every other case, or the reason of `signal` when it is aborted.
 */
export function createAskForge(options: ForgeOptions): AskForge {
  const url = options.graphqlUrl ?? graphqlUrlOf(options.apiUrl);
  const host = hostOf(url);
  const { token = '', callTimeoutMs = 30_000 } = options;
  const send = createSend(options, token, url);
  return async ({ query, variables, answer }, signal) => {
    signal.throwIfAborted();
    if (token === '') throw new ForgeUnreadable(NO_TOKEN, { retryable: false });
    const timeout = AbortSignal.timeout(callTimeoutMs);
    const data = await send(query, variables, AbortSignal.any([signal, timeout])).catch((error: unknown) => {
      signal.throwIfAborted();
      throw timeout.aborted ? noAnswer(host, callTimeoutMs) : unreadableOf(error, host, token);
    });
    signal.throwIfAborted();
    return believe(answer, data);
  };
}
