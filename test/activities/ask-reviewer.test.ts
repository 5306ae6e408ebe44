import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Info } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createAskReviewer, type ReviewerDependencies } from '../../src/activities/ask-reviewer.ts';
import type { Artifacts, ModelReply, ModelRequest } from '../../src/activities/ports.ts';
import type { ReviewRequest } from '../../src/activities/review-request.ts';
import type { Vote } from '../../src/domain/review-panel.ts';
import { createAskModel } from '../../src/models/ask-model.ts';
import { aCompletion, aModelServer, sendJson, type ModelServer } from '../models/a-model-server.ts';
import { aDiff } from '../reviewers/a-diff.ts';

const KEY = ['sk', 'test', 'w'.repeat(24)].join('-');

const seat = { seat: 2, capability: 'moderate', provider: 'openai', model: 'gpt-5' } as const;
const request: ReviewRequest = {
  seat,
  change: {
    source: { cloneUrl: '/nowhere', branch: 'b', prNumber: null, defaultBranch: 'main', headSha: null },
    headSha: 'a'.repeat(40),
    baseSha: 'b'.repeat(40),
    fileCount: 1,
    files: [],
  },
  title: 'Round totals',
  description: 'To two places.',
  timeoutMs: 30_000,
  excluded: [{ provider: 'anthropic', model: 'claude-sonnet-4' }],
};

function anArtifactStore(): Artifacts & { texts: string[] } {
  const texts: string[] = [];
  return {
    texts,
    store: (title, content) => {
      const text = content.toString();
      texts.push(text);
      return Promise.resolve({
        title,
        digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
        bytes: text.length,
      });
    },
    read: () => Promise.resolve(null),
  };
}

/** A model that gives this reply, having seen the mark of the call. */
const replying =
  (make: (mark: string) => Record<string, unknown>, parts: Partial<Extract<ModelReply, { kind: 'answered' }>> = {}) =>
  (asked: ModelRequest): Promise<ModelReply> =>
    Promise.resolve({
      kind: 'answered',
      text: JSON.stringify(make(markOf(asked))),
      answeredBy: 'gpt-5',
      usage: { input: 10, output: 2 },
      ...parts,
    });

const markOf = ({ prompt }: ModelRequest): string => /^begin title (\S+)$/m.exec(prompt)?.[1] ?? '';

const approval = (mark: string): Record<string, unknown> => ({ mark, analysis: '', findings: [], verdict: 'approve' });
const rejection = (mark: string): Record<string, unknown> => ({
  ...approval(mark),
  findings: [{ severity: 'high', file: 'lib/split.rb', code: 'total.round(2)', claim: 'Loses cents' }],
  verdict: 'reject',
});

interface Situation extends Partial<ReviewerDependencies> {
  diff?: string;
  attempt?: number;
  maximumAttempts?: number;
  request?: Partial<ReviewRequest>;
  info?: Partial<Info>;
}

/** Failures are what these tests are about: they need no log. */
const quiet = { logger: new DefaultLogger('ERROR') };

function run({
  diff = aDiff(),
  attempt = 1,
  maximumAttempts = 3,
  info = {},
  request: changes = {},
  ...deps
}: Situation): Promise<Vote> {
  const environment = new MockActivityEnvironment(
    {
      attempt,
      retryPolicy: { maximumAttempts },
      startToCloseTimeoutMs: 90_000,
      heartbeatTimeoutMs: 15_000,
      ...info,
    },
    quiet,
  );
  const ask = createAskReviewer({
    checkouts: { readDiff: () => Promise.resolve(diff) },
    askModel: replying(approval),
    artifacts: anArtifactStore(),
    ...deps,
  });
  return environment.run(ask, { ...request, ...changes });
}

const silent =
  (parts: Partial<Extract<ModelReply, { kind: 'no-answer' }>> = {}) =>
  (): Promise<ModelReply> =>
    Promise.resolve({ kind: 'no-answer', because: 'the connection failed', retryable: true, ...parts });

describe('a seat that casts no vote', () => {
  it.each([
    ['another model answers', replying(approval, { answeredBy: 'gpt-5-mini' }), 'gpt-5 was asked, gpt-5-mini answered'],
    ['another model rejects', replying(rejection, { answeredBy: 'llama' }), 'gpt-5 was asked, llama answered'],
    [
      'a sibling of the author answers under an alias',
      replying(approval, { answeredBy: 'claude-opus-4', answersAs: ['claude-opus-4'] }),
      'claude-opus-4 answered, a sibling of claude-sonnet-4, which wrote the change',
    ],
    [
      'the model refuses',
      silent({ retryable: false, because: 'the model refuses to answer' }),
      'the model refuses to answer',
    ],
  ])('when %s', async (_, askModel, because) => {
    expect(await run({ askModel })).toMatchObject({ ...seat, kind: 'no-answer', because });
  });

  it.each([
    ['is empty', '', 'the change is empty: there is nothing to review'],
    ['is too large to be read whole', aDiff('a.rb', 'x'.repeat(200_000)), 'too large'],
    [
      'is not shown by git',
      'diff --git a/a.rb b/a.rb\nindex 1..2 100644\nBinary files a/a.rb and b/a.rb differ\n',
      'a.rb',
    ],
  ])('when the change %s, and no model is asked', async (_, diff, because) => {
    const askModel = jest.fn(replying(approval));
    expect(await run({ diff, askModel })).toMatchObject({
      kind: 'no-answer',
      because: expect.stringContaining(because),
    });
    expect(askModel).not.toHaveBeenCalled();
  });

  it('when the mark is always in the change', async () => {
    const vote = await run({ createMark: () => 'round' });
    expect(vote).toMatchObject({ kind: 'no-answer', because: expect.stringContaining('no mark') });
  });

  it('when the prompt of another call is answered', async () => {
    const askModel = replying(() => approval('0'.repeat(32)));
    expect(await run({ askModel, attempt: 2 })).toMatchObject({
      kind: 'no-answer',
      because: expect.stringContaining('mark of this call'),
    });
  });
});

describe('asking again', () => {
  it.each([1, 2])('happens at attempt %i of 3 when the model could not be reached', async (attempt) => {
    await expect(run({ attempt, askModel: silent({ retryAfterMs: 7_000 }) })).rejects.toMatchObject({
      type: 'ReviewerUnavailable',
      nonRetryable: false,
      message: 'the connection failed',
      nextRetryDelay: 7_000,
    });
  });

  it('waits a minute at most', async () => {
    await expect(run({ askModel: silent({ retryAfterMs: 36_000_000 }) })).rejects.toMatchObject({
      nextRetryDelay: 60_000,
    });
  });

  it('ends with the last attempt: a vote that gives no answer, with its prompt', async () => {
    const vote = await run({ attempt: 3, askModel: silent() });
    expect(vote).toMatchObject({
      kind: 'no-answer',
      because: 'the connection failed',
      evidence: [{ title: 'prompt of reviewer 2' }],
    });
  });

  it('ends with the third attempt where attempts have no end', async () => {
    expect(await run({ attempt: 3, maximumAttempts: 0, askModel: silent() })).toMatchObject({ kind: 'no-answer' });
    expect(await run({ attempt: 3, info: { retryPolicy: undefined }, askModel: silent() })).toMatchObject({
      kind: 'no-answer',
    });
  });

  it('happens once when the reply cannot be read', async () => {
    const askModel = replying(() => ({ verdict: 'approve' }));
    await expect(run({ attempt: 1, askModel })).rejects.toMatchObject({
      type: 'ReviewerUnreadable',
      nonRetryable: false,
    });
    expect(await run({ attempt: 2, askModel })).toMatchObject({
      kind: 'no-answer',
      because: expect.stringContaining('the reply cannot be read'),
      evidence: [{ title: 'prompt of reviewer 2' }, { title: 'reply of reviewer 2' }],
    });
  });

  it('never follows a readable reply, not even when it cannot be stored', async () => {
    const store = anArtifactStore();
    const artifacts = {
      store: (title: string, content: string | Uint8Array) =>
        title.startsWith('reply') ? Promise.reject(new Error('disk full')) : store.store(title, content),
    };
    const vote = await run({ artifacts, askModel: replying(rejection) });
    expect(vote).toMatchObject({ kind: 'reject', evidence: [{ title: 'prompt of reviewer 2' }] });
  });

  it('is Temporal’s when the diff cannot be read: no model was asked', async () => {
    const readDiff = (): Promise<string> => Promise.reject(new Error('mirror gone'));
    await expect(run({ checkouts: { readDiff } })).rejects.toThrow('mirror gone');
  });
});

describe('a vote', () => {
  it('approves, with prompt and reply as evidence', async () => {
    const artifacts = anArtifactStore();
    expect(await run({ artifacts })).toMatchObject({
      ...seat,
      kind: 'approve',
      notes: [],
      usage: { input: 10, output: 2 },
      evidence: [{ title: 'prompt of reviewer 2' }, { title: 'reply of reviewer 2' }],
    });
    expect(artifacts.texts[0]).toContain('+  total.round(2)');
    expect(artifacts.texts[1]).toContain('"verdict":"approve"');
  });

  it('rejects with the findings as issues', async () => {
    expect(await run({ askModel: replying(rejection) })).toMatchObject({
      kind: 'reject',
      issues: ['[high] lib/split.rb: Loses cents (line 11)'],
    });
  });

  it('says which build answered', async () => {
    const vote = await run({ askModel: replying(approval, { answeredBy: 'gpt-5-2026-01-01' }) });
    expect(vote).toMatchObject({ kind: 'approve', model: 'gpt-5', answeredBy: 'gpt-5-2026-01-01' });
  });

  it('says what the reviewer was not shown', async () => {
    const diff = `${aDiff()}diff --git a/logo.png b/logo.png\nindex 1..2 100644\nBinary files a/logo.png and b/logo.png differ\n`;
    expect(await run({ diff })).toMatchObject({ kind: 'approve', notes: [expect.stringContaining('logo.png')] });
  });

  it('is no place to say that a script is no model: the plan says it once for all seats', async () => {
    const scripted = { seat: 1, capability: 'basic', provider: 'scripted', model: 'approve' } as const;
    const vote = await run({
      askModel: createAskModel([{ provider: 'scripted', model: 'approve' }], {}),
      request: { seat: scripted },
    });
    expect(vote).toMatchObject({ kind: 'approve', notes: [] });
  });

  it('gets another mark every time, which nobody can guess', async () => {
    const marks: string[] = [];
    const askModel = (asked: ModelRequest): Promise<ModelReply> => {
      marks.push(markOf(asked));
      return replying(approval)(asked);
    };
    await run({ askModel });
    await run({ askModel });
    expect(new Set(marks).size).toBe(2);
    for (const mark of marks) expect(mark).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gets another mark when the change holds the first', async () => {
    const marks = ['total', 'fresh-mark'];
    const vote = await run({ createMark: () => marks.shift() ?? '' });
    expect(vote.kind).toBe('approve');
  });

  it('leaves time to keep the answer before the attempt is over', async () => {
    const seen: number[] = [];
    const askModel = (asked: ModelRequest): Promise<ModelReply> => {
      seen.push(asked.timeoutMs);
      return replying(approval)(asked);
    };
    await run({ askModel });
    await run({ askModel, info: { startToCloseTimeoutMs: 20_000 } });
    expect(seen[0]).toBe(30_000);
    expect(seen[1]).toBeLessThanOrEqual(15_000);
    expect(seen[1]).toBeGreaterThan(10_000);
  });
});

describe('over the wire', () => {
  let server: ModelServer | undefined;
  afterEach(() => server?.close());

  function overWire(situation: Situation = {}): Promise<Vote> {
    const backends = [{ provider: 'openai', model: 'gpt-5', base_url: server?.baseUrl, api_key_env: 'REVIEW_KEY' }];
    return run({ askModel: createAskModel(backends, { REVIEW_KEY: KEY }), ...situation });
  }

  it('an approval is one request and one vote', async () => {
    server = await aModelServer((body, response) => {
      const [, { content }] = body.messages as [unknown, { content: string }];
      const text = JSON.stringify(approval(/^begin title (\S+)$/m.exec(content)?.[1] ?? ''));
      sendJson(response, 200, aCompletion({ model: 'gpt-5' }, { message: { content: text } }));
    });
    expect(await overWire()).toMatchObject({ kind: 'approve', usage: { input: 11, output: 3 } });
    expect(server.requests).toHaveLength(1);
  });

  it('an echoed key is in no failure and in no vote', async () => {
    server = await aModelServer((_body, response) => sendJson(response, 503, { error: { message: `bad key ${KEY}` } }));
    const failure = await overWire().catch((error: unknown) => error);
    expect(failure).toMatchObject({ type: 'ReviewerUnavailable' });
    expect(`${(failure as Error).message} ${(failure as Error).stack ?? ''} ${JSON.stringify(failure)}`).not.toContain(
      KEY,
    );
    expect(JSON.stringify(await overWire({ attempt: 3 }))).not.toContain(KEY);
  });

  it('a cancellation ends the request and is thrown as a cancellation', async () => {
    server = await aModelServer(() => undefined);
    const environment = new MockActivityEnvironment(
      { startToCloseTimeoutMs: 90_000, heartbeatTimeoutMs: 1_000 },
      quiet,
    );
    const askModel = createAskModel([{ provider: 'openai', model: 'gpt-5', base_url: server.baseUrl }], {});
    const ask = createAskReviewer({
      checkouts: { readDiff: () => Promise.resolve(aDiff()) },
      askModel,
      artifacts: anArtifactStore(),
    });
    setTimeout(() => environment.cancel('CANCELLED'), 50);
    await expect(environment.run(ask, request)).rejects.toMatchObject({ name: 'CancelledFailure' });
  });

  it('a model that hangs beats on, and is no answer in the end', async () => {
    server = await aModelServer(() => undefined);
    const environment = new MockActivityEnvironment(
      {
        attempt: 3,
        startToCloseTimeoutMs: 90_000,
        heartbeatTimeoutMs: 750,
      },
      quiet,
    );
    let beats = 0;
    environment.on('heartbeat', () => beats++);
    const askModel = createAskModel([{ provider: 'openai', model: 'gpt-5', base_url: server.baseUrl }], {});
    const ask = createAskReviewer({
      checkouts: { readDiff: () => Promise.resolve(aDiff()) },
      askModel,
      artifacts: anArtifactStore(),
    });
    expect(await environment.run(ask, { ...request, timeoutMs: 700 })).toMatchObject({
      kind: 'no-answer',
      because: expect.stringContaining('0.7 s'),
    });
    expect(beats).toBeGreaterThan(1);
  });
});
