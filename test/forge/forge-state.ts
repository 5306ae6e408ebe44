import type { ForgeAccount, PullRequestReview } from '../../src/domain/evidence.ts';

/** `null` is an account that was deleted. */
export type FakeAccount = { login: string; kind: NonNullable<ForgeAccount['kind']> } | null;

export interface FakeComment {
  by: FakeAccount;
  body: string;
}

export interface FakeThread {
  resolved: boolean;
  outdated: boolean;
  collapsed: boolean;
  path: string;
  line: number | null;
  comments: FakeComment[];
}

export interface FakeReview {
  by: FakeAccount;
  state: PullRequestReview['state'];
  body: string;
  submittedAt: string | null;
}

export interface FakePullRequest {
  owner: string;
  name: string;
  number: number;
  state: 'OPEN' | 'CLOSED' | 'MERGED';
  head: string;
  /** The branch that it is to be merged into. */
  into: string;
  threads: FakeThread[];
  reviews: FakeReview[];
}

/** What the forge knows. A test may change it while the forge runs. */
export interface ForgeState {
  /** The login that the token acts as. */
  viewer: string;
  pullRequests: FakePullRequest[];
}

export function aPerson(login = 'rosa-k'): FakeAccount {
  return { login, kind: 'User' };
}

/** GraphQL gives a bot's login without the `[bot]` that REST puts behind it. */
export function aBot(login = 'lint-helper'): FakeAccount {
  return { login, kind: 'Bot' };
}

export function aComment(overrides: Partial<FakeComment> = {}): FakeComment {
  return { by: aPerson(), body: 'why not use the money type?', ...overrides };
}

/** An open thread by a person, unless the test says otherwise. */
export function aThread(overrides: Partial<FakeThread> = {}): FakeThread {
  return {
    resolved: false,
    outdated: false,
    collapsed: false,
    path: 'lib/ledger_kit/split.rb',
    line: 18,
    comments: [aComment()],
    ...overrides,
  };
}

export function aReview(overrides: Partial<FakeReview> = {}): FakeReview {
  return { by: aPerson(), state: 'COMMENTED', body: '', submittedAt: '2026-01-05T10:00:00Z', ...overrides };
}

/** An open pull request without any feedback, unless the test says otherwise. */
export function aPullRequest(overrides: Partial<FakePullRequest> = {}): FakePullRequest {
  return {
    owner: 'acme-labs',
    name: 'ledger-kit',
    number: 331,
    state: 'OPEN',
    head: '9c1f0be'.padEnd(40, '0'),
    into: 'main',
    threads: [],
    reviews: [],
    ...overrides,
  };
}

/** `count` of a thing, each made from its index. */
export function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
