import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Outcome } from '../../src/domain/check.ts';
import { SEARCH_ATTRIBUTES } from '../../src/domain/search-attributes.ts';
import type { ValidationProgress } from '../../src/domain/validation-progress.ts';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { startValidation } from '../../src/client.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { plainText, type RecordedHistory } from '../replay/recorded-history.ts';
import { failing, PASS } from './outcomes.ts';
import { testGate, type StartedRun } from './test-gate.ts';

const gate = testGate();

const progressOf = ({ handle }: StartedRun): Promise<ValidationProgress> => handle.query('progress');

const stateOf = ({ checks }: ValidationProgress): Record<string, string> =>
  Object.fromEntries(checks.map(({ check, state }) => [check, state]));

/** The details page of the UI, as the UI itself asks for it. */
async function detailsOf({ handle }: StartedRun): Promise<string> {
  return (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
}

/** An activity that is held, and what lets it go. */
function held(outcome: Outcome = PASS) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { release: () => release(), activity: () => released.then(() => outcome) };
}

async function untilState(run: StartedRun, reached: (states: Record<string, string>) => boolean) {
  for (;;) {
    const progress = await progressOf(run);
    if (reached(stateOf(progress))) return progress;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

describe('the progress of a run', () => {
  it('follows the checks from admission to the verdict, and so does the details page', async () => {
    const tests = held();
    const comments = held({ status: 'failed', score: 0, issues: ['maria: why?'] });
    const run = await gate.start({
      activities: { runTests: tests.activity, readPrComments: comments.activity },
    });

    const early = await untilState(run, (states) => states.tests === 'running' && states.lint === 'passed');
    expect(early).toMatchObject({
      state: 'checking',
      title: 'Round half-even when splitting invoices in acme-labs/ledger-kit, pull request #331, attempt 0',
      review: null,
    });
    expect(stateOf(early)).toMatchObject({ pr_comments: 'waiting', adversarial_review: 'waiting' });
    expect(await detailsOf(run)).toMatch(/\*\*checking\*\*[^]*\| tests \| running \|/);

    tests.release();
    await untilState(run, (states) => states.pr_comments === 'running');
    comments.release();
    await run.result();

    const late = await progressOf(run);
    expect(late.state).toBe('decided');
    expect(late.review?.verdict).toBe('rejected');
    expect(stateOf(late)).toMatchObject({ tests: 'passed', pr_comments: 'failed', stale_diff: 'skipped' });
    const details = await detailsOf(run);
    expect(details).toMatch(/^\*\*rejected, score [\d.]+\*\*/);
    expect(details).toContain('| pr_comments | failed | 1 issue |');
    expect(details).toContain('- pr: maria: why?');
  });

  it('is asked for while the work item is being admitted: nothing of it is believed yet', async () => {
    let admit: () => void = () => undefined;
    const admitted = new Promise<void>((resolve) => (admit = resolve));
    const run = await gate.start({
      activities: {
        admitWorkItem: async () => {
          await admitted;
          throw Object.assign(new Error('no'), { name: 'InvalidWorkItem' });
        },
      },
    });
    expect(await progressOf(run)).toMatchObject({ state: 'admitting', title: null, review: null });
    await run.handle.terminate();
    admit();
  });

  it('shows nothing that the work item keeps to itself, and no secret of the settings is in the history', async () => {
    const [ofItem, ofSettings] = [1, 2].map((side) => ['hunter', side, randomUUID()].join('')) as [string, string];
    const run = await gate.start({
      item: { context: { note: ofItem }, description: ofItem },
      settings: { fleet: { github: { token: ofSettings } }, temporal: { api_key: ofSettings } },
      activities: { runLint: failing('a.rb:1: Style/Semicolon') },
    });
    await run.result();
    const shown = [await detailsOf(run), JSON.stringify(await progressOf(run))].join();
    expect(shown).not.toContain(ofItem);
    const history = plainText(JSON.parse(historyToJSON(await run.handle.fetchHistory())) as RecordedHistory);
    expect(history).toContain('quality_gate');
    expect(history).toContain(ofItem);
    expect(shown + history).not.toContain(ofSettings);
  });
});

/** By name, as the server has them. */
async function attributesOf({ handle }: StartedRun): Promise<Record<string, unknown>> {
  const { typedSearchAttributes } = await handle.describe();
  return Object.fromEntries(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
}

describe('search attributes', () => {
  it('are written as far as the namespace knows them', async () => {
    const run = await gate.start({
      searchAttributes: Object.keys(SEARCH_ATTRIBUTES),
      activities: { runLint: failing('a.rb:1: Style/Semicolon') },
    });
    const { pipeline, work_item } = await run.result();
    expect(await attributesOf(run)).toMatchObject({
      LexVerdict: 'rejected',
      LexRepository: 'acme-labs/ledger-kit',
      LexWorkItem: work_item.work_item_id,
      LexPullRequest: 331,
      LexAttempt: 0,
      LexScore: pipeline.review_result.score.aggregate,
    });
  });

  it('that the namespace does not know are left out, and stall nothing', async () => {
    const run = await gate.start({ searchAttributes: ['LexVerdict', 'SomebodyElses'] });
    await run.result();
    const names = Object.keys(await attributesOf(run));
    expect(names.filter((name) => /Lex|Else/.test(name))).toEqual(['LexVerdict']);
  });
});

describe('a run in the UI', () => {
  it('has a summary of title and repository, and one for each activity', async () => {
    const work_item = aWorkItem({ work_item_id: randomUUID(), title: `Round ${'ä'.repeat(200)}` });
    gate.expect(`validate/${work_item.work_item_id}/0`);
    const handle = await startValidation({ work_item }, { client: gate.client, taskQueue: gate.taskQueue });
    await handle.result();
    const summary = (await handle.describe()).raw.executionConfig?.userMetadata?.summary?.data;
    expect(Buffer.from(summary ?? []).toString()).toMatch(/^"Round ä+"$/);
    const { events = [] } = await handle.fetchHistory();
    const summaries = events!
      .filter((event) => event.activityTaskScheduledEventAttributes)
      .map((event) => Buffer.from(event.userMetadata?.summary?.data ?? []).toString());
    expect(summaries).toContain('"tests: the project’s own suite"');
    expect(summaries).toContain('"reviewer 2: moderate, prov-3/model-d"');
    expect(summaries.every((text) => text.length > 5)).toBe(true);
  });
});
