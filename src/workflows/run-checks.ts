import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { LookingCheck, Outcome } from '../domain/check.ts';
import type { Change } from '../domain/plan.ts';
import { askPanel } from './ask-panel.ts';
import { outcomeOrUnjudged, whyItFailed } from './infrastructure-failure.ts';
import type { Run } from './run.ts';

/** Independent checks stand in one row and run at the same time; money is spent only in the last. */
const ORDER: readonly (readonly LookingCheck[])[] = [
  ['tests', 'lint', 'security_scan'],
  ['pr_comments'],
  ['stale_diff'],
  ['adversarial_review'],
];

/** A person's open question, and a head that moved, make everything after them pointless. */
const ENDS_RUN_ON_FAILURE: ReadonlySet<LookingCheck> = new Set(['pr_comments', 'stale_diff']);

/** How each check looks. A new check does not compile until it stands here. */
const LOOK: Record<LookingCheck, (run: Run, change: Change) => Promise<Outcome>> = {
  tests: (run, change) => run.activities.runTests({ ...toolInput(run, change), timeoutMs: run.plan.limits.testsMs }),
  lint: (run, change) => run.activities.runLint({ ...toolInput(run, change), timeoutMs: run.plan.limits.lintMs }),
  security_scan: (run, change) => run.activities.scanSecurity({ change, timeoutMs: run.plan.limits.scanMs }),
  pr_comments: (run) => run.activities.readPrComments(pullRequestOf(run)),
  stale_diff: compareHead,
  adversarial_review: askPanel,
};

/** The checks in their order, with their early exits. Never rejects: what cannot be looked at is recorded as unjudged. */
export async function runChecks(run: Run): Promise<void> {
  const change = await checkOut(run);
  if (change === null) return;
  let ended = false;
  for (const row of ORDER) {
    await Promise.all(row.map((check) => look(run, check, change, ended)));
    if (CancellationScope.current().consideredCancelled) return;
    ended ||= row.some((check) => ENDS_RUN_ON_FAILURE.has(check) && run.outcomeOf(check)?.status === 'failed');
  }
  if (!ended) run.atVerdict = await outcomeOrUnjudged(() => compareHead(run, change));
}

async function checkOut(run: Run): Promise<Change | null> {
  try {
    run.change = await run.activities.prepareCheckout({ source: run.source });
  } catch (error) {
    if (!isCancellation(error)) run.stop(`the change could not be checked out: ${whyItFailed(error)}`);
  }
  return run.change;
}

async function look(run: Run, check: LookingCheck, change: Change, ended: boolean): Promise<void> {
  const startedMs = Date.now();
  const asked = run.plan.checks[check];
  const outcome: Outcome = !asked.asked
    ? { status: 'skipped', because: asked.because }
    : ended
      ? { status: 'skipped', because: 'earlier_exit' }
      : await outcomeOrUnjudged(() => {
          run.progress.start(check);
          return LOOK[check](run, change);
        });
  run.record(check, outcome, Date.now() - startedMs);
  run.progress.end(check, outcome);
}

function compareHead(run: Run, change: Change): Promise<Outcome> {
  const { owner, name } = run.workItem.repo;
  return run.activities.comparePrHead({ source: run.source, owner, name, pushed: change.headSha });
}

function toolInput({ workItem, plan }: Run, change: Change) {
  return {
    change,
    language: workItem.repo.language ?? null,
    installTimeoutMs: plan.limits.installMs,
    sandbox: plan.sandbox,
    allowNoTests: plan.allowNoTests,
  };
}

function pullRequestOf({ workItem }: Run) {
  return { owner: workItem.repo.owner, name: workItem.repo.name, number: workItem.pipeline.pr_number ?? 0 };
}
