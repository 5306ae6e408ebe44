import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createComparePrHead, type PrHeadDependencies } from '../../src/activities/compare-pr-head.ts';
import type { Outcome } from '../../src/domain/check.ts';
import type { CheckoutSource } from '../../src/domain/plan.ts';
import { createForge } from '../../src/github/pull-request.ts';
import { anActivityEnvironment } from './activity-environment.ts';
import * as faults from '../forge/faults.ts';
import { startForge, type RunningForge } from '../forge/forge-server.ts';
import { aPullRequest, type FakePullRequest } from '../forge/forge-state.ts';

const pushed = '9c1f0be'.padEnd(40, '0');
const other = '41d7c0e'.padEnd(40, 'a');

let server: RunningForge | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Checkouts = PrHeadDependencies['checkouts'];
const noCheckouts: Checkouts = {
  fetchBranchHead: () => Promise.reject(new Error('the branch was read')),
  resolveChange: () => Promise.reject(new Error('the change was resolved')),
};
const noForge: PrHeadDependencies['forge'] = { fetchHead: () => Promise.reject(new Error('the forge was asked')) };

function aSource(overrides: Partial<CheckoutSource>): CheckoutSource {
  return {
    cloneUrl: 'file:///r',
    branch: 'fleet/fix-1',
    prNumber: null,
    defaultBranch: 'main',
    headSha: null,
    ...overrides,
  };
}

function compare(deps: PrHeadDependencies, source: CheckoutSource): Promise<Outcome> {
  const input = { source, owner: 'acme-labs', name: 'ledger-kit', pushed };
  return anActivityEnvironment().run(createComparePrHead(deps), input);
}

async function comparePullRequest(pullRequest: Partial<FakePullRequest>, fault = faults.noFault): Promise<Outcome> {
  server = await startForge({ pullRequest: aPullRequest({ head: pushed, ...pullRequest }) });
  server.meetNext(fault);
  const forge = createForge({ token: server.token, apiUrl: server.apiUrl });
  return compare({ forge, checkouts: noCheckouts }, aSource({ prNumber: 331 }));
}

describe('a pull request', () => {
  it('fails when its head moved on, and says from where to where', async () => {
    const issues = ['pull request #331 head is 41d7c0e, validated commit is 9c1f0be'];
    expect(await comparePullRequest({ head: other })).toMatchObject({ status: 'failed', score: 0, issues });
  });

  it('is not judged when it is to be merged into another branch than the change was compared with', async () => {
    expect(await comparePullRequest({ into: 'release' })).toMatchObject({
      status: 'unjudged',
      because: expect.stringMatching(/#331 goes into release, .* compared with main/),
    });
  });

  it('fails when the forge proves that it is not there', async () => {
    expect(await comparePullRequest({ number: 7 })).toMatchObject({
      status: 'failed',
      issues: [expect.stringMatching(/#331 is gone/)],
    });
  });

  it.each(['CLOSED', 'MERGED'] as const)(
    'fails when it is %s, although its head is the pushed commit',
    async (state) => {
      const issues = [`pull request #331 is ${state.toLowerCase()}: it does not wait for a verdict any more`];
      expect(await comparePullRequest({ state })).toMatchObject({ status: 'failed', issues });
    },
  );

  it('is unjudged when the token is refused', async () => {
    expect(await comparePullRequest({}, faults.badCredentials)).toMatchObject({ status: 'unjudged' });
  });

  it('is unjudged when the repository is not to be seen, which proves nothing', async () => {
    expect(await comparePullRequest({ name: 'elsewhere' })).toMatchObject({ status: 'unjudged' });
  });

  it('is asked again by Temporal after a null answer', async () => {
    const call = comparePullRequest(
      {},
      faults.replaced('repository.pullRequest', () => null),
    );
    await expect(call).rejects.toMatchObject({ type: 'ForgeUnreadable', nonRetryable: false });
  });

  it('passes when its head is the pushed commit, without a look at the branch', async () => {
    expect(await comparePullRequest({})).toEqual({ status: 'passed', score: 1 });
  });
});

describe('a branch without a pull request', () => {
  const branchAt = (head: string | null): PrHeadDependencies => ({
    forge: noForge,
    checkouts: { ...noCheckouts, fetchBranchHead: () => Promise.resolve(head) },
  });

  it('fails when it moved on or is gone', async () => {
    expect(await compare(branchAt(other), aSource({}))).toMatchObject({
      status: 'failed',
      issues: ['branch fleet/fix-1 head is 41d7c0e, validated commit is 9c1f0be'],
    });
    expect(await compare(branchAt(null), aSource({}))).toMatchObject({ status: 'failed' });
  });

  it('fails when it moved on although the work item still names the commit', async () => {
    expect(await compare(branchAt(other), aSource({ headSha: pushed }))).toMatchObject({ status: 'failed' });
  });

  it('passes when its tip is the pushed commit', async () => {
    expect(await compare(branchAt(pushed), aSource({}))).toEqual({ status: 'passed', score: 1 });
  });

  it('is left to Temporal when the remote cannot be read', async () => {
    const call = compare({ forge: noForge, checkouts: noCheckouts }, aSource({}));
    await expect(call).rejects.toThrow('the branch was read');
  });
});

describe('a commit alone', () => {
  const source = aSource({ branch: null, headSha: pushed });
  const resolvedTo = (headSha: string): PrHeadDependencies => {
    const change = { source, headSha, baseSha: other, fileCount: 0, files: [] };
    return { forge: noForge, checkouts: { ...noCheckouts, resolveChange: jest.fn(() => Promise.resolve(change)) } };
  };

  it('is unjudged when there is not even a commit', async () => {
    expect(await compare(resolvedTo(pushed), { ...source, headSha: null })).toMatchObject({ status: 'unjudged' });
  });

  it('fails when the name leads to another commit now', async () => {
    expect(await compare(resolvedTo(other), source)).toMatchObject({ status: 'failed' });
  });

  it('passes when it is still there, with a note that nothing else was compared', async () => {
    expect(await compare(resolvedTo(pushed), source)).toMatchObject({
      status: 'passed',
      notes: ['the work item names a commit alone: no pull request or branch was compared with it'],
    });
  });
});
