import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { parse, validate } from 'graphql';
import type { Forge, PullRequestAddress } from '../../src/activities/ports.ts';
import { ForgeUnreadable } from '../../src/domain/forge-unreadable.ts';
import type { ForgeOptions } from '../../src/github/ask-forge.ts';
import { createForge } from '../../src/github/pull-request.ts';
import * as queries from '../../src/github/queries.ts';
import * as faults from '../forge/faults.ts';
import { forgeSchema } from '../forge/forge-schema.ts';
import { startForge, type RunningForge } from '../forge/forge-server.ts';
import {
  aBot,
  aComment,
  aPerson,
  aPullRequest,
  aReview,
  aThread,
  many,
  type FakePullRequest,
} from '../forge/forge-state.ts';

const pr: PullRequestAddress = { owner: 'acme-labs', name: 'ledger-kit', number: 331 };
const live = () => new AbortController().signal;

let forges: RunningForge[] = [];
afterEach(async () => {
  await Promise.all(forges.map((forge) => forge.close()));
  forges = [];
});

async function aForge(pullRequest: Partial<FakePullRequest> = {}, options: Partial<ForgeOptions> = {}) {
  const server = await startForge({ pullRequest: aPullRequest(pullRequest) });
  forges.push(server);
  const forge = createForge({ token: server.token, apiUrl: server.apiUrl, ...options });
  return { server, forge };
}

/** What the call threw; fails when it gave an answer. */
async function unreadable(call: Promise<unknown>): Promise<ForgeUnreadable> {
  const thrown: unknown = await call.then(
    (answer) => {
      throw new Error(`it answered ${JSON.stringify(answer)}`);
    },
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ForgeUnreadable);
  return thrown as ForgeUnreadable;
}

const feedbackOf = (forge: Forge) => forge.fetchFeedback(pr, live());
const THREADS = 'repository.pullRequest.reviewThreads';
const REVIEWS = 'repository.pullRequest.reviews';
const halfOf = (page: unknown) => {
  const { nodes, ...rest } = page as { nodes: unknown[] };
  return { ...rest, nodes: nodes.slice(1) };
};

describe('feedback that could be missed', () => {
  it('finds the only person in the 101st of 101 threads', async () => {
    const threads = many(101, (index) => aThread({ comments: [aComment({ by: index === 100 ? aPerson() : aBot() })] }));
    const { forge } = await aForge({ threads });
    const { feedback } = await feedbackOf(forge);
    expect(feedback.threads).toHaveLength(101);
    expect(feedback.threads[100]?.comments[0]?.author).toEqual({ login: 'rosa-k', kind: 'User' });
  });

  it('finds the only person in the last of a thread of 250 comments', async () => {
    const comments = many(250, (index) => aComment({ by: index === 249 ? aPerson() : aBot(), body: `note ${index}` }));
    const { forge } = await aForge({ threads: [aThread(), aThread({ comments })] });
    const { feedback } = await feedbackOf(forge);
    expect(feedback.threads.map((thread) => thread.comments.length)).toEqual([1, 250]);
    expect(feedback.threads[1]?.comments.map((comment) => comment.excerpt)).toEqual(many(250, (i) => `note ${i}`));
    expect(feedback.threads[1]?.comments[249]?.author.kind).toBe('User');
  });

  it('finds the last of 230 reviews', async () => {
    const reviews = many(230, (index) => aReview({ state: index === 229 ? 'CHANGES_REQUESTED' : 'COMMENTED' }));
    const { forge } = await aForge({ reviews });
    const { feedback } = await feedbackOf(forge);
    expect(feedback.reviews).toHaveLength(230);
    expect(feedback.reviews[229]?.state).toBe('CHANGES_REQUESTED');
  });

  it('does not take a collapsed or outdated thread for a resolved one', async () => {
    const { forge } = await aForge({ threads: [aThread({ collapsed: true, outdated: true, line: null })] });
    const { feedback } = await feedbackOf(forge);
    expect(feedback.threads[0]).toMatchObject({ resolved: false, outdated: true, line: null });
  });

  it('keeps a deleted account as one of unknown kind, which is no bot', async () => {
    const { forge } = await aForge({
      threads: [aThread({ comments: [aComment({ by: null })] })],
      reviews: [aReview({ by: null })],
    });
    const { feedback } = await feedbackOf(forge);
    expect(feedback.threads[0]?.comments[0]?.author).toEqual({ login: 'ghost', kind: null });
    expect(feedback.reviews[0]?.author).toEqual({ login: 'ghost', kind: null });
  });

  it('takes an account of a kind that it does not know for a person', async () => {
    const { server, forge } = await aForge({ threads: [aThread()] });
    server.meetNext(faults.replaced(`${THREADS}.nodes.0.comments.nodes.0.author.__typename`, () => 'Robot'));
    expect((await feedbackOf(forge)).feedback.threads[0]?.comments[0]?.author.kind).toBe('User');
  });

  it('tells a bot by its kind and says as whom it reads', async () => {
    const { forge } = await aForge({ reviews: [aReview({ by: aBot('shipwright') })] });
    const { feedback, actingLogin } = await feedbackOf(forge);
    expect(feedback.reviews[0]?.author).toEqual({ login: 'shipwright', kind: 'Bot' });
    expect(actingLogin).toBe('fleet-bot');
  });
});

describe('an answer with a hole in it is never an empty answer', () => {
  const full = { threads: [aThread(), aThread()], reviews: [aReview(), aReview()] };
  const somewhere: { what: string; says: RegExp; fault: faults.Fault }[] = [
    {
      what: 'errors and no data',
      says: /errors: Something/,
      fault: faults.graphqlErrors([{ message: 'Something went wrong' }]),
    },
    {
      what: 'errors beside null threads',
      says: /errors: timeout/,
      fault: faults.graphqlErrors([{ message: 'timeout', path: ['repository', 'pullRequest', 'reviewThreads'] }], {
        viewer: { login: 'fleet-bot' },
        repository: { pullRequest: { reviewThreads: null } },
      }),
    },
    {
      what: 'an empty list of errors beside good data',
      says: /errors: none named/,
      fault: { kind: 'edit', edit: (good) => ({ ...good, errors: [] }) },
    },
    {
      what: 'one error beside good data',
      says: /errors: odd/,
      fault: { kind: 'edit', edit: (good) => ({ ...good, errors: [{ message: 'odd' }] }) },
    },
    { what: 'null threads', says: /reviewThreads is missing/, fault: faults.replaced(THREADS, () => null) },
    { what: 'a null list of nodes', says: /nodes is missing/, fault: faults.replaced(`${THREADS}.nodes`, () => null) },
    { what: 'a null thread', says: /nodes\.1 is missing/, fault: faults.replaced(`${THREADS}.nodes.1`, () => null) },
    {
      what: 'a null list of comments',
      says: /comments is missing/,
      fault: faults.replaced(`${THREADS}.nodes.1.comments`, () => null),
    },
    {
      what: 'a null comment',
      says: /comments\.nodes\.0 is missing/,
      fault: faults.replaced(`${THREADS}.nodes.1.comments.nodes.0`, () => null),
    },
    {
      what: 'no word on whether a thread is resolved',
      says: /isResolved is missing/,
      fault: faults.replaced(`${THREADS}.nodes.0.isResolved`, () => null),
    },
    { what: 'a null repository', says: /repository is missing/, fault: faults.replaced('repository', () => null) },
    {
      what: 'a null pull request',
      says: /pullRequest is missing/,
      fault: faults.replaced('repository.pullRequest', () => null),
    },
    { what: 'nobody as the viewer', says: /viewer is missing/, fault: faults.replaced('viewer', () => null) },
    { what: 'a total above what came', says: /2 of 3 came/, fault: faults.replaced(`${THREADS}.totalCount`, () => 3) },
    { what: 'a total below what came', says: /2 of 0 came/, fault: faults.replaced(`${THREADS}.totalCount`, () => 0) },
    { what: 'fewer threads than the total', says: /1 of 2 came/, fault: faults.replaced(THREADS, halfOf) },
    {
      what: 'fewer comments than the total',
      says: /0 of 1 came/,
      fault: faults.replaced(`${THREADS}.nodes.0.comments`, halfOf),
    },
    {
      what: 'a next page without a cursor',
      says: /leads nowhere/,
      fault: faults.replaced(`${THREADS}.pageInfo`, () => ({ hasNextPage: true, endCursor: null })),
    },
    {
      what: 'no word on a next page',
      says: /pageInfo is missing/,
      fault: faults.replaced(`${THREADS}.pageInfo`, () => null),
    },
    { what: 'a page of HTML with status 200', says: /no answer to a query/, fault: faults.html(200) },
    {
      what: 'null instead of an answer',
      says: /could not be reached|no answer to a query/,
      fault: { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: 'null' },
    },
    {
      what: 'nothing at all',
      says: /no answer to a query/,
      fault: { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: '' },
    },
    {
      what: 'a status without content',
      says: /no answer to a query/,
      fault: { kind: 'answer', status: 204, headers: {}, body: '' },
    },
    { what: 'half an answer', says: /no answer to a query|could not be reached/, fault: faults.cut },
    { what: 'a gateway error in HTML', says: /502: an HTML page/, fault: faults.html(502) },
    { what: 'a server error', says: /500: Something went wrong/, fault: faults.serverError },
  ];

  it.each(somewhere)('is unreadable with $what, and may be asked again', async ({ fault, says }) => {
    const { server, forge } = await aForge(full);
    server.meetNext(fault);
    expect(await unreadable(feedbackOf(forge))).toMatchObject({
      retryable: true,
      message: expect.stringMatching(says),
    });
  });

  it.each(['errors and no data', 'a gateway error in HTML', 'half an answer'])(
    'is unreadable with %s on the reviews alone',
    async (what) => {
      const { server, forge } = await aForge(full);
      server.meetNext(faults.noFault, somewhere.find((one) => one.what === what)?.fault ?? faults.noFault);
      await unreadable(feedbackOf(forge));
    },
  );

  it.each([
    ['null reviews', () => null],
    ['fewer reviews than the total', halfOf],
  ])('is unreadable with %s', async (_what, replace) => {
    const { server, forge } = await aForge(full);
    server.meetNext(faults.noFault, faults.replaced(REVIEWS, replace));
    await unreadable(feedbackOf(forge));
  });

  it('is unreadable when a review has a state that it does not know', async () => {
    const { server, forge } = await aForge(full);
    server.meetNext(
      faults.noFault,
      faults.replaced(`${REVIEWS}.nodes.0.state`, () => 'BLOCKED'),
    );
    await unreadable(feedbackOf(forge));
  });

  it('is unreadable when the last page of threads says it is the last but holds too few', async () => {
    const { server, forge } = await aForge({ threads: many(101, () => aThread()) });
    server.meetNext(
      faults.noFault,
      faults.replaced(`${THREADS}.pageInfo.hasNextPage`, () => false),
    );
    expect((await unreadable(feedbackOf(forge))).message).toMatch(/100 of 101/);
  });

  it('is unreadable when a further page of comments fails', async () => {
    const { server, forge } = await aForge({ threads: [aThread({ comments: many(60, () => aComment()) })] });
    server.meetNext(
      faults.noFault,
      faults.replaced('node', () => null),
    );
    await unreadable(feedbackOf(forge));
  });

  it('is unreadable when a thread appears while the pages are read', async () => {
    const pullRequest = aPullRequest({ threads: many(60, () => aThread()) });
    const { server, forge } = await aForge(pullRequest);
    server.meetNext({
      kind: 'edit',
      edit: (good) => {
        server.state.pullRequests[0]?.threads.push(aThread());
        return good;
      },
    });
    expect((await unreadable(feedbackOf(forge))).message).toMatch(/changed while it was read/);
  });

  it('does not go round for ever when a page leads to itself', async () => {
    const { server, forge } = await aForge(full);
    server.meetAlways(faults.replaced(`${THREADS}.pageInfo.hasNextPage`, () => true));
    expect((await unreadable(feedbackOf(forge))).message).toMatch(/leads nowhere/);
    expect(server.requests.length).toBeLessThan(4);
  });

  it('does not go round for ever when every page names the same cursor', async () => {
    const { server, forge } = await aForge(full);
    const endCursor = Buffer.from('cursor:v2:1').toString('base64');
    server.meetAlways(faults.replaced(`${THREADS}.pageInfo`, () => ({ hasNextPage: true, endCursor })));
    expect((await unreadable(feedbackOf(forge))).message).toMatch(/leads nowhere/);
    expect(server.requests).toHaveLength(2);
  });

  it('is unreadable when a page comes twice under two cursors', async () => {
    const { server, forge } = await aForge({ threads: many(100, () => aThread()) });
    let first: unknown;
    server.meetNext(
      faults.replaced(`${THREADS}.nodes`, (nodes) => (first = nodes)),
      faults.replaced(`${THREADS}.nodes`, () => first),
    );
    expect((await unreadable(feedbackOf(forge))).message).toMatch(/came twice/);
  });

  it('gives up, for good, on a pull request with more pages than it may read', async () => {
    const { server, forge } = await aForge({ threads: many(300, () => aThread()) }, { maxCalls: 4 });
    expect(await unreadable(feedbackOf(forge))).toMatchObject({ retryable: false });
    expect(server.requests).toHaveLength(4);
  });
});

describe('refusals and limits', () => {
  it('asks for a token before it calls anybody', async () => {
    const { server, forge } = await aForge({}, { token: undefined });
    const error = await unreadable(feedbackOf(forge));
    expect(error.message).toBe('no forge token: set fleet.github.token or GITHUB_TOKEN');
    expect(error.retryable).toBe(false);
    expect(server.requests).toHaveLength(0);
  });

  it.each([
    ['a token that is refused', faults.badCredentials],
    ['a token that may not', faults.notAllowed],
    [
      'a field that the forge does not have',
      faults.graphqlErrors([{ message: "Field 'x' doesn't exist", extensions: { code: 'undefinedField' } }]),
    ],
    [
      'a scope that the token lacks',
      faults.graphqlErrors([{ type: 'INSUFFICIENT_SCOPES', message: 'needs read:org' }]),
    ],
  ])('does not ask again after %s', async (_what, fault) => {
    const { server, forge } = await aForge();
    server.meetNext(fault);
    expect(await unreadable(feedbackOf(forge))).toMatchObject({ retryable: false, retryAfterMs: undefined });
  });

  it('does not ask again where nothing answers GraphQL', async () => {
    const { server } = await aForge();
    const forge = createForge({ token: server.token, graphqlUrl: `${server.apiUrl}/nowhere` });
    expect(await unreadable(feedbackOf(forge))).toMatchObject({ retryable: false });
  });

  it.each([
    ['a secondary limit with a wait', faults.secondaryLimit(7), 7_000],
    ['a secondary limit without one', faults.secondaryLimit(), 60_000],
    ['too many requests', faults.tooManyRequests({ 'retry-after': '3' }), 3_000],
    ['too many requests, to be asked in a day', faults.tooManyRequests({ 'retry-after': '86400' }), 3_600_000],
    ['too many requests without a wait', faults.tooManyRequests({ 'retry-after': 'soon' }), 60_000],
    [
      'a limit that GraphQL tells with status 200',
      faults.graphqlErrors([{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }]),
      60_000,
    ],
  ])('asks again later after %s', async (_what, fault, retryAfterMs) => {
    const { server, forge } = await aForge();
    server.meetNext(fault);
    expect(await unreadable(feedbackOf(forge))).toMatchObject({ retryable: true, retryAfterMs });
  });

  it('waits until the limit is reset where the headers say when', async () => {
    const { server, forge } = await aForge();
    const reset = String(Math.ceil(Date.now() / 1000) + 120);
    server.meetNext(faults.tooManyRequests({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }));
    const { retryAfterMs } = await unreadable(feedbackOf(forge));
    expect(retryAfterMs).toBeGreaterThan(110_000);
    expect(retryAfterMs).toBeLessThanOrEqual(121_000);
  });

  it('asks again when the forge cannot be reached', async () => {
    const { server, forge } = await aForge();
    await server.close();
    const error = await unreadable(feedbackOf(forge));
    expect(error.retryable).toBe(true);
    expect(error.message).toMatch(/^the forge at 127\.0\.0\.1:\d+ could not be reached: ECONNREFUSED$/);
  });

  it('waits no longer than it may for an answer', async () => {
    const { server, forge } = await aForge({}, { callTimeoutMs: 150 });
    server.meetNext(faults.hang);
    const began = Date.now();
    expect(await unreadable(feedbackOf(forge))).toMatchObject({ retryable: true });
    expect(Date.now() - began).toBeLessThan(2_000);
  });

  it('never shows the token, whatever went wrong', async () => {
    const { server, forge } = await aForge({}, { callTimeoutMs: 150 });
    const { token } = server;
    const all = [
      faults.badCredentials,
      faults.html(502),
      faults.cut,
      faults.hang,
      faults.graphqlErrors([{ message: 'no' }]),
    ];
    for (const fault of [...all, faults.graphqlErrors([{ message: `who is ${token}?` }])]) {
      server.meetNext(fault);
      const error = await unreadable(feedbackOf(forge));
      expect(`${error.message} ${String(error.stack)}`).not.toContain(token);
    }
  });
});

describe('cancellation', () => {
  it('ends a hanging call at once with the reason of the signal', async () => {
    const { server, forge } = await aForge();
    server.meetNext(faults.hang);
    const controller = new AbortController();
    const reason = new Error('the run was cancelled');
    const call = forge.fetchFeedback(pr, controller.signal);
    const began = Date.now();
    setTimeout(() => controller.abort(reason), 50);
    await expect(call).rejects.toBe(reason);
    expect(Date.now() - began).toBeLessThan(1_000);
  });

  it('calls nobody when it is cancelled already', async () => {
    const { server, forge } = await aForge();
    const reason = new Error('too late');
    await expect(forge.fetchHead(pr, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });
});

describe('the head', () => {
  const moved = '41d7c0e'.padEnd(40, 'a');

  it('is read anew each time, past every cache', async () => {
    const { server, forge } = await aForge();
    server.moveHead(331, moved, { afterReads: 1 });
    expect(await forge.fetchHead(pr, live())).toEqual({ sha: '9c1f0be'.padEnd(40, '0'), into: 'main', state: 'open' });
    expect(await forge.fetchHead(pr, live())).toEqual({ sha: moved, into: 'main', state: 'open' });
    expect(server.requests.map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache']);
  });

  it.each([
    ['CLOSED', 'closed'],
    ['MERGED', 'merged'],
  ] as const)('says of a pull request that is %s that it is %s', async (state, said) => {
    const { forge } = await aForge({ state });
    expect(await forge.fetchHead(pr, live())).toMatchObject({ state: said });
  });

  it('is null only where the forge itself says that there is no such pull request', async () => {
    const { forge } = await aForge();
    expect(await forge.fetchHead({ ...pr, number: 332 }, live())).toBeNull();
  });

  it.each([
    ['a repository that is not to be seen', (good: faults.WireAnswer) => good, { ...pr, name: 'elsewhere' }],
    [
      'no such pull request and something else',
      (good: faults.WireAnswer) => ({ ...good, errors: [...(good.errors ?? []), { message: 'odd' }] }),
      { ...pr, number: 332 },
    ],
    [
      'no such pull request but one in the data',
      () => ({
        data: { repository: { pullRequest: { headRefOid: moved } } },
        errors: [{ type: 'NOT_FOUND', path: ['repository', 'pullRequest'] }],
      }),
      pr,
    ],
    [
      'another field not found',
      () => ({
        data: { repository: { pullRequest: null } },
        errors: [{ type: 'NOT_FOUND', path: ['repository', 'owner'] }],
      }),
      pr,
    ],
    [
      'another thing not found',
      () => ({ data: { repository: { pullRequest: null } }, errors: [{ type: 'NOT_FOUND', path: ['repository'] }] }),
      pr,
    ],
    ['a null pull request without an error', () => ({ data: { repository: { pullRequest: null } } }), pr],
    [
      'a head that is no commit',
      () => ({ data: { repository: { pullRequest: { headRefOid: 'HEAD', state: 'OPEN' } } } }),
      pr,
    ],
    [
      'a state that it does not know',
      () => ({ data: { repository: { pullRequest: { headRefOid: moved, state: 'LOCKED' } } } }),
      pr,
    ],
  ])('is unreadable with %s', async (_what, edit, address) => {
    const { server, forge } = await aForge();
    server.meetNext({ kind: 'edit', edit });
    await unreadable(forge.fetchHead(address, live()));
  });

  it('is unreadable, not null, when the web address is not there', async () => {
    const { server } = await aForge();
    const forge = createForge({ token: server.token, graphqlUrl: `${server.apiUrl}/nowhere` });
    await unreadable(forge.fetchHead(pr, live()));
  });
});

describe('what is asked', () => {
  it.each(Object.entries(queries))('%s is a query that GitHub would take', (_name, query) => {
    expect(validate(forgeSchema(), parse(query))).toEqual([]);
  });

  it('is refused by the forge of the tests when GitHub has no such field', async () => {
    const { server } = await aForge();
    const response = await fetch(server.graphqlUrl, {
      method: 'POST',
      headers: { authorization: `bearer ${server.token}` },
      body: JSON.stringify({ query: '{ viewer { shoeSize } }' }),
    });
    expect(await response.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('shoeSize') as unknown }],
    });
  });

  it('goes to the GraphQL address of an enterprise server, or to the one that is named', async () => {
    const { server, forge } = await aForge();
    await forge.fetchHead(pr, live());
    const named = createForge({
      token: server.token,
      apiUrl: 'http://127.0.0.1:1',
      graphqlUrl: server.graphqlUrl.replace('/api/', '/'),
    });
    await named.fetchHead(pr, live());
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/graphql', '/graphql']);
  });

  it('uses the fetch that it is given', async () => {
    const own = jest.fn(globalThis.fetch);
    const { forge } = await aForge({}, { fetch: own });
    await forge.fetchHead(pr, live());
    expect(own).toHaveBeenCalledTimes(1);
  });
});
