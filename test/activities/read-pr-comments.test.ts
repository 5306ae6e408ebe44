import { afterEach, describe, expect, it } from '@jest/globals';
import { createReadPrComments } from '../../src/activities/read-pr-comments.ts';
import type { PullRequestAddress } from '../../src/activities/ports.ts';
import type { Outcome } from '../../src/domain/check.ts';
import { createForge } from '../../src/github/pull-request.ts';
import { anActivityEnvironment } from './activity-environment.ts';
import * as faults from '../forge/faults.ts';
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

let server: RunningForge | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function aForge(pullRequest: Partial<FakePullRequest>): Promise<RunningForge> {
  server = await startForge({ pullRequest: aPullRequest(pullRequest) });
  return server;
}

function readComments(
  { token, apiUrl }: RunningForge,
  options: { botUsername?: string; callTimeoutMs?: number } = {},
): Promise<Outcome> {
  const { botUsername, callTimeoutMs } = options;
  const activity = createReadPrComments({ forge: createForge({ token, apiUrl, callTimeoutMs }), botUsername });
  return anActivityEnvironment().run(activity, pr);
}

describe('feedback by a person', () => {
  it.each<{ what: string; pullRequest: Partial<FakePullRequest> }>([
    { what: 'an open thread', pullRequest: { threads: [aThread()] } },
    {
      what: 'an open thread that is outdated and collapsed',
      pullRequest: { threads: [aThread({ outdated: true, collapsed: true })] },
    },
    { what: 'the 101st of 101 threads', pullRequest: { threads: many(101, (i) => aThread({ resolved: i < 100 })) } },
    {
      what: 'the last comment of 150 in a thread that a bot began',
      pullRequest: {
        threads: [aThread({ comments: many(150, (i) => aComment({ by: i === 149 ? aPerson() : aBot() })) })],
      },
    },
    {
      what: 'a comment of a deleted account',
      pullRequest: { threads: [aThread({ comments: [aComment({ by: null })] })] },
    },
    { what: 'a request for changes', pullRequest: { reviews: [aReview({ state: 'CHANGES_REQUESTED' })] } },
    {
      what: 'a request for changes that the same person only remarked on later',
      pullRequest: {
        reviews: [aReview({ state: 'CHANGES_REQUESTED' }), aReview({ submittedAt: '2026-01-06T10:00:00Z' })],
      },
    },
    {
      what: 'a request for changes while another person approved',
      pullRequest: {
        reviews: [aReview({ state: 'CHANGES_REQUESTED' }), aReview({ by: aPerson('sam'), state: 'APPROVED' })],
      },
    },
  ])('fails the check: $what', async ({ pullRequest }) => {
    expect(await readComments(await aForge(pullRequest))).toMatchObject({ status: 'failed', score: 0 });
  });

  it('names who, where and what in the issue', async () => {
    const outcome = await readComments(await aForge({ threads: [aThread()] }));
    const expected = /@rosa-k, lib\/ledger_kit\/split\.rb:18\): why not use the money type\?/;
    expect(outcome).toMatchObject({ issues: [expect.stringMatching(expected)] });
  });
});

describe('what is no open feedback by a person', () => {
  it.each<{ what: string; pullRequest: Partial<FakePullRequest> }>([
    { what: 'no feedback at all', pullRequest: {} },
    { what: 'a resolved thread', pullRequest: { threads: [aThread({ resolved: true })] } },
    { what: 'open threads of bots', pullRequest: { threads: [aThread({ comments: [aComment({ by: aBot() })] })] } },
    { what: 'an approval', pullRequest: { reviews: [aReview({ state: 'APPROVED' })] } },
    {
      what: 'the fleet talking to itself',
      pullRequest: { threads: [aThread({ comments: [aComment({ by: aPerson('Fleet-Bot') })] })] },
    },
  ])('passes: $what', async ({ pullRequest }) => {
    expect(await readComments(await aForge(pullRequest))).toMatchObject({ status: 'passed', score: 1 });
  });

  it('counts the configured bot account as the fleet’s own, and without it as a person', async () => {
    const forge = await aForge({ threads: [aThread({ comments: [aComment({ by: aPerson('fleet-helper') })] })] });
    expect(await readComments(forge)).toMatchObject({ status: 'failed' });
    expect(await readComments(forge, { botUsername: 'fleet-helper' })).toMatchObject({ status: 'passed' });
  });
});

describe('a forge that cannot be read', () => {
  it('is unjudged at once where asking again cannot help', async () => {
    const forge = await aForge({});
    forge.meetNext(faults.badCredentials);
    const outcome = await readComments(forge);
    expect(outcome).toMatchObject({
      status: 'unjudged',
      because: expect.stringMatching(/answered 401: Bad credentials$/),
    });
  });

  it('is unjudged when the pull request is not there', async () => {
    const forge = await aForge({ number: 7 });
    expect(await readComments(forge)).toEqual({ status: 'unjudged', because: 'the forge has no such pull request' });
  });

  it.each([
    [
      'errors beside null threads',
      faults.graphqlErrors([{ message: 'timeout' }], { repository: { pullRequest: { reviewThreads: null } } }),
      undefined,
    ],
    ['a gateway error', faults.html(502), undefined],
    ['a limit of 7 s', faults.secondaryLimit(7), 7_000],
    ['a limit of an hour, cut to a minute', faults.secondaryLimit(3600), 60_000],
    ['no answer', faults.hang, undefined],
  ])('is asked again by Temporal after %s', async (_what, fault, nextRetryDelay) => {
    const forge = await aForge({});
    forge.meetNext(fault);
    const call = readComments(forge, { callTimeoutMs: 200 });
    await expect(call).rejects.toMatchObject({ type: 'ForgeUnreadable', nonRetryable: false, nextRetryDelay });
  });

  it('ends at once when it is cancelled', async () => {
    const forge = await aForge({});
    forge.meetAlways(faults.hang);
    const { token, apiUrl } = forge;
    const env = anActivityEnvironment();
    const call = env.run(createReadPrComments({ forge: createForge({ token, apiUrl }) }), pr);
    setTimeout(() => env.cancel(), 50);
    await expect(call).rejects.toMatchObject({ name: 'CancelledFailure' });
  });
});
