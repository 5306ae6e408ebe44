import { describe, expect, it } from '@jest/globals';
import { badCredentials, cut, html, replaced } from '../forge/faults.ts';
import { aBot, aComment, aPerson, aReview, aThread, many } from '../forge/forge-state.ts';
import { testServer } from '../temporal.ts';
import type { Gate } from './a-gate.ts';
import { judgeCase, type GateCase } from './gate-case.ts';
import { javascriptPackage } from './projects.ts';
import { reply, type Question } from './reviewers.ts';

const server = testServer();

const NUMBER = 331;
const AFTER_COMMENTS = { stale_diff: 'skipped', adversarial_review: 'skipped' } as const;
const AFTER_HEAD = { adversarial_review: 'skipped' } as const;
const SEATS = ['basic', 'moderate', 'reasoning'];

/** Three attempts and their waits, as Temporal makes them of a forge that never recovers. */
const FORGE_IS_AWAY = { pr_comments: 'unjudged', stale_diff: 'unjudged' } as const;

const moved = (gate: Gate): string => gate.repository.commit({ 'src/later.js': 'export const later = 1;\n' });

const only = (seat: string, of: (question: Question) => ReturnType<typeof reply> | Promise<never>) => {
  return (question: Question) => (question.model === `reviewer-${seat}` ? of(question) : reply(question, 'approve'));
};

const PEOPLE: Record<string, GateCase> = {
  'an open thread by a person': {
    pullRequest: { threads: [aThread()] },
    verdict: 'rejected',
    wanting: { pr_comments: 'failed', ...AFTER_COMMENTS },
    says: [
      /^pr: unresolved review thread by a person \(@rosa-k, lib\/ledger_kit\/split\.rb:18\): why not use the money/m,
    ],
  },
  'the 101st thread, which alone is open': {
    pullRequest: { threads: many(101, (index) => aThread({ resolved: index < 100 })) },
    verdict: 'rejected',
    wanting: { pr_comments: 'failed', ...AFTER_COMMENTS },
    says: [/^pr: unresolved review thread/m],
  },
  'changes requested': {
    pullRequest: { reviews: [aReview({ state: 'CHANGES_REQUESTED', body: 'please round half-even' })] },
    verdict: 'rejected',
    wanting: { pr_comments: 'failed', ...AFTER_COMMENTS },
    says: [/^pr: changes requested by @rosa-k: please round half-even/m],
  },
  'no pull request where the settings ask for one': {
    workItem: { pipeline: { pr_number: null } },
    settings: { fleet: { validation: { require_pull_request: true } } },
    verdict: 'rejected',
    wanting: { pr_comments: 'failed' },
    says: [/^pr: the work item names no pull request/m],
  },
};

const HEADS: Record<string, GateCase> = {
  'a head that moved before it was compared': {
    arrange: (gate) => gate.forge.moveHead(NUMBER, moved(gate)),
    verdict: 'rejected',
    wanting: { stale_diff: 'failed', ...AFTER_HEAD },
    says: [/^stale: pull request #331 head is [0-9a-f]{7}, validated commit is [0-9a-f]{7}$/m],
  },
  'a head that moves after it was compared, before the verdict': {
    arrange: (gate) => gate.forge.moveHead(NUMBER, moved(gate), { afterReads: 1 }),
    verdict: 'rejected',
    wanting: { stale_diff: 'failed' },
    says: [/^stale: pull request #331 head is [0-9a-f]{7}, validated commit is [0-9a-f]{7}$/m],
  },
  'a branch that moved, where there is no pull request': {
    workItem: { pipeline: { pr_number: null } },
    arrange: (gate) => void moved(gate),
    verdict: 'rejected',
    wanting: { pr_comments: 'skipped', stale_diff: 'failed', ...AFTER_HEAD },
    says: [/^stale: branch fleet\/fix-1 head is /m],
  },
  'a pull request that was closed': {
    pullRequest: { state: 'CLOSED' },
    verdict: 'rejected',
    wanting: { stale_diff: 'failed', ...AFTER_HEAD },
    says: [/^stale: pull request #331 is closed/m],
  },
  'a pull request that goes into another branch than the change was compared with': {
    pullRequest: { into: 'release' },
    verdict: 'not judged',
    wanting: { stale_diff: 'unjudged' },
    says: [/^not judged: stale: pull request #331 goes into release/m],
  },
  'a pull request that was merged': {
    pullRequest: { state: 'MERGED' },
    verdict: 'rejected',
    wanting: { stale_diff: 'failed', ...AFTER_HEAD },
    says: [/^stale: pull request #331 is merged/m],
  },
};

const FORGES: Record<string, GateCase> = {
  'a forge that answers 502 for ever': {
    arrange: ({ forge }) => forge.meetAlways(html(502)),
    verdict: 'not judged',
    wanting: FORGE_IS_AWAY,
    says: [/^not judged: pr: .*answered 502/m, /^not judged: stale: .*answered 502/m],
  },
  'a forge that never recovers from a cut connection': {
    arrange: ({ forge }) => forge.meetAlways(cut),
    verdict: 'not judged',
    wanting: FORGE_IS_AWAY,
    says: [/^not judged: pr: /m],
  },
  'a sign-in page with status 200': {
    arrange: ({ forge }) => forge.meetAlways(html(200)),
    verdict: 'not judged',
    wanting: FORGE_IS_AWAY,
    says: [/^not judged: pr: /m],
  },
  'a token that the forge refuses': {
    arrange: ({ forge }) => forge.meetAlways(badCredentials),
    verdict: 'not judged',
    wanting: FORGE_IS_AWAY,
    says: [/^not judged: pr: .*answered 401/m],
  },
  'a page of threads with one thread less than the forge counts': {
    pullRequest: { threads: many(3, () => aThread({ resolved: true })) },
    arrange: ({ forge }) =>
      forge.meetAlways(
        replaced('repository.pullRequest', (part) => {
          const pr = part as { reviewThreads?: { nodes: unknown[] } };
          if (pr.reviewThreads === undefined) return pr;
          return { ...pr, reviewThreads: { ...pr.reviewThreads, nodes: pr.reviewThreads.nodes.slice(1) } };
        }),
      ),
    verdict: 'not judged',
    wanting: { pr_comments: 'unjudged' },
    says: [/^not judged: pr: /m],
  },
};

const REVIEWS: Record<string, GateCase> = {
  'one of three reviewers who rejects': {
    reviewer: only('moderate', (question) =>
      reply(question, 'reject', [
        { severity: 'high', file: 'src/split.js', code: 'const left', claim: 'A negative share is lost.' },
      ]),
    ),
    verdict: 'rejected',
    wanting: { adversarial_review: 'failed' },
    says: [/^review: \[high\] src\/split\.js: A negative share is lost\./m],
  },
  'a reviewer who approves and names a blocking finding': {
    reviewer: only('reasoning', (question) =>
      reply(question, 'approve', [{ severity: 'critical', file: 'src/split.js', code: '', claim: 'It loses money.' }]),
    ),
    verdict: 'rejected',
    wanting: { adversarial_review: 'failed' },
    says: [/^review: .*It loses money\./m],
  },
  'an approval without the mark of the call': {
    reviewer: only('basic', (question) => reply({ ...question, mark: 'f'.repeat(32) }, 'approve')),
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: reviewer 1 .*mark of this call/m],
  },
  'a model that answers with prose': {
    reviewer: only('basic', () => ({ content: 'Looks good to me, approve!' })),
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: reviewer 1 /m],
  },
  'a model that does not answer in time': {
    reviewer: only('basic', () => new Promise<never>(() => undefined)),
    settings: { fleet: { llm: { validator_timeout_seconds: 0.5 } } },
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: reviewer 1 .*did not answer within 0\.5 s/m],
  },
  'an answer that was cut short': {
    reviewer: only('basic', (question) => ({ ...reply(question, 'approve'), finishReason: 'length' })),
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: reviewer 1 /m],
  },
  'another model that answers in the place of the one that was asked': {
    reviewer: only('basic', (question) => ({ ...reply(question, 'approve'), model: 'cheap-9' })),
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: .*reviewer-basic was asked, cheap-9 answered/m],
  },
  'models that all worked on the change': {
    workItem: {
      pipeline: {
        trace: SEATS.map((seat) => ({ stage: 'developer', provider: 'wire', model: `reviewer-${seat}` })),
      },
    },
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: every reviewer model is one that worked on this change/m],
  },
  'no model in the settings': {
    settings: { fleet: { llm: { models: [] } } },
    verdict: 'not judged',
    wanting: { adversarial_review: 'unjudged' },
    says: [/^not judged: review: no reviewer model is configured/m],
  },
};

const UNSEEN = {
  tests: 'unjudged',
  lint: 'unjudged',
  security_scan: 'unjudged',
  pr_comments: 'unjudged',
  stale_diff: 'unjudged',
  adversarial_review: 'unjudged',
} as const;

const REPOSITORIES: Record<string, GateCase> = {
  'a remote that cannot be reached': {
    workItem: { repo: { clone_url: 'http://127.0.0.1:1/acme-labs/ledger-kit.git' } },
    verdict: 'not judged',
    wanting: UNSEEN,
    says: [/^not judged: the change could not be checked out: .*the remote could not be read/m],
  },
  'a repository that is not there': {
    workItem: { repo: { clone_url: '/nonexistent/ledger-kit.git' } },
    verdict: 'not judged',
    wanting: UNSEEN,
    says: [/^not judged: the change could not be checked out: RepositoryMissing/m],
  },
  'a commit that is not on the remote': {
    workItem: { pipeline: { head_sha: 'f'.repeat(40) } },
    verdict: 'not judged',
    wanting: UNSEEN,
    says: [/^not judged: the change could not be checked out: CommitMissing/m],
  },
  'a branch that is not on the remote': {
    workItem: { pipeline: { head_sha: null, branch_name: 'fleet/never-pushed', pr_number: null } },
    verdict: 'not judged',
    wanting: UNSEEN,
    says: [/^not judged: the change could not be checked out: CommitMissing: branch fleet\/never-pushed/m],
  },
  'no default branch': {
    workItem: { repo: { default_branch: 'trunk' } },
    verdict: 'not judged',
    wanting: UNSEEN,
    says: [/^not judged: the change could not be checked out: NoMergeBase: .*trunk/m],
  },
  'a change without a file': {
    instead: {},
    verdict: 'not judged',
    wanting: { security_scan: 'unjudged', adversarial_review: 'unjudged' },
    says: [/^not judged: security: the change holds no file to scan/m],
  },
  'a deadline that passes while the tests run': {
    change: {
      'test/slow.test.js':
        "import { test } from 'node:test';\ntest('waits', () => new Promise((d) => setTimeout(d, 600000)));\n",
    },
    settings: { fleet: { validation: { deadline_seconds: 5 } } },
    verdict: 'not judged',
    wanting: { tests: 'unjudged', pr_comments: 'unjudged', stale_diff: 'unjudged', adversarial_review: 'unjudged' },
    says: [/^not judged: the deadline of 5 s for the whole run passed/m],
  },
};

describe.each(Object.entries({ PEOPLE, HEADS, FORGES, REVIEWS, REPOSITORIES }))(
  'what is around a change',
  (_, cases) => {
    it.concurrent.each(Object.entries(cases))(
      'is not approved with %s',
      async (_title, gateCase) => {
        await judgeCase(server, javascriptPackage, gateCase);
      },
      180_000,
    );
  },
);

const HARMLESS: Record<string, GateCase & { notes?: RegExp }> = {
  'a resolved thread, a bot’s open one, and an approval by a person': {
    pullRequest: {
      threads: [
        aThread({ resolved: true }),
        aThread({ comments: [aComment({ by: aBot() })] }),
        aThread({ comments: [aComment({ by: { login: 'fleet-bot', kind: 'User' } })] }),
      ],
      reviews: [
        aReview({ state: 'CHANGES_REQUESTED' }),
        aReview({ state: 'APPROVED', submittedAt: '2026-01-06T10:00:00Z' }),
      ],
    },
    verdict: 'approved',
  },
  'a remark of a person that is no request': {
    pullRequest: { reviews: [aReview({ body: 'nice', by: aPerson() })] },
    verdict: 'approved',
    notes: /@rosa-k remarked: nice/,
  },
  'a forge that fails once': {
    arrange: ({ forge }) => forge.meetNext(html(502)),
    verdict: 'approved',
  },
  'no pull request': {
    workItem: { pipeline: { pr_number: null } },
    verdict: 'approved',
    wanting: { pr_comments: 'skipped' },
  },
  'no reviewers asked for': {
    workItem: { config: { implementation: { validators: 0 } } },
    verdict: 'approved',
    wanting: { adversarial_review: 'skipped' },
  },
  'every check switched off but the last look at the head': {
    workItem: {
      config: {
        validation: { run_tests: false, run_lint: false, security_scan: false, adversarial_review: false },
      },
    },
    verdict: 'approved',
    wanting: { tests: 'skipped', lint: 'skipped', security_scan: 'skipped', adversarial_review: 'skipped' },
    notes: /tests is switched off by the work item/,
  },
  'validation switched off': {
    workItem: { config: { validation: { enabled: false } } },
    change: { 'test/wrong.test.js': 'throw 1;\n' },
    verdict: 'approved',
    wanting: {
      tests: 'skipped',
      lint: 'skipped',
      security_scan: 'skipped',
      pr_comments: 'skipped',
      stale_diff: 'skipped',
      adversarial_review: 'skipped',
    },
    notes: /validation is switched off: no check looked at this change/,
  },
};

describe('what is around a good change', () => {
  it.concurrent.each(Object.entries(HARMLESS))(
    'is approved with %s',
    async (_, gateCase) => {
      const review = await judgeCase(server, javascriptPackage, gateCase);
      expect(review.score.aggregate).toBe(1);
      expect(review.notes.join('\n')).toMatch(gateCase.notes ?? /^/);
    },
    180_000,
  );
});
