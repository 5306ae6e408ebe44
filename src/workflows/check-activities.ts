import { proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { ValidationPlan } from '../domain/plan.ts';
import type { ReviewerSeat, Vote } from '../domain/review-panel.ts';

/** In milliseconds: what a checkout and the reading of reports may add to a command's own limit. */
const AROUND_A_COMMAND_MS = 180_000;
/** In milliseconds: what reading the diff and storing prompt and reply may add to a model's limit. */
const AROUND_A_MODEL_MS = 60_000;
const ATTEMPTS = 3;

/**
 * Three attempts: one may be lost to a worker that is stopped for a deploy, one to a crash. What is wrong with the work
 * item or the change itself is never retried.
 */
const RETRY = {
  maximumAttempts: ATTEMPTS,
  initialInterval: '1 second',
  maximumInterval: '30 seconds',
  nonRetryableErrorTypes: ['InvalidWorkItem', 'CommitMissing', 'NoMergeBase', 'RepositoryMissing'],
} as const;

/** Heartbeats come from a timer every third of this, so a silent suite is not a dead worker, and a dead worker is soon seen. */
const HEARTBEAT = '15 seconds';

/** Arithmetic on the item and a look at the namespace. Waits long for a worker: without one, nothing can be said at all. */
export const admission = proxyActivities<Pick<Activities, 'admitWorkItem'>>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumInterval: '30 seconds', nonRetryableErrorTypes: ['InvalidWorkItem'] },
  summary: 'admit the work item, snapshot the settings',
});

/** The activities of one run, each with the limits that admission recorded. */
export interface CheckActivities extends Omit<Activities, 'admitWorkItem' | 'askReviewer'> {
  askReviewer: (seat: ReviewerSeat, input: Parameters<Activities['askReviewer']>[0]) => Promise<Vote>;
}

export function activitiesOf({ limits }: ValidationPlan): CheckActivities {
  /** A clone of a large repository takes minutes once, then the mirror is there. */
  const checkout = bounded(10 * 60_000, 'check out the pushed commit');
  const tests = bounded(limits.installMs + limits.testsMs + AROUND_A_COMMAND_MS, 'tests: the project’s own suite');
  const lint = bounded(limits.installMs + limits.lintMs + AROUND_A_COMMAND_MS, 'lint: the project’s own linter');
  const scan = bounded(limits.scanMs + AROUND_A_COMMAND_MS, 'security scan of the changed files');
  /** The forge pages a long discussion: each page is quick, two minutes hold hundreds of them. */
  const comments = bounded(120_000, 'unresolved feedback by people');
  const head = bounded(60_000, 'is the head still the pushed commit');
  /** Writing one small file and handing one small message over. */
  const publish = bounded(120_000, 'record and publish the verdict');
  /** Removing folders on this machine; another machine's are swept when its worker starts. */
  const release = bounded(60_000, 'remove the checkout');

  return {
    ...proxyActivities<Pick<Activities, 'prepareCheckout'>>(checkout),
    ...proxyActivities<Pick<Activities, 'runTests'>>(tests),
    ...proxyActivities<Pick<Activities, 'runLint'>>(lint),
    ...proxyActivities<Pick<Activities, 'scanSecurity'>>(scan),
    ...proxyActivities<Pick<Activities, 'readPrComments'>>(comments),
    ...proxyActivities<Pick<Activities, 'comparePrHead'>>(head),
    ...proxyActivities<Pick<Activities, 'publishVerdict'>>(publish),
    ...proxyActivities<Pick<Activities, 'releaseCheckout'>>(release),
    askReviewer: (seat, input) => {
      const summary = `reviewer ${seat.seat}: ${seat.capability}, ${seat.provider}/${seat.model}`;
      const options = bounded(limits.reviewerMs + AROUND_A_MODEL_MS, summary);
      return proxyActivities<Pick<Activities, 'askReviewer'>>(options).askReviewer(input);
    },
  };
}

/** One attempt may take `attemptMs`; all of them and the waits between, three times that and five minutes for a worker to come. */
function bounded(attemptMs: number, summary: string): ActivityOptions {
  return {
    startToCloseTimeout: attemptMs,
    scheduleToCloseTimeout: attemptMs * ATTEMPTS + 300_000,
    heartbeatTimeout: HEARTBEAT,
    retry: { ...RETRY, nonRetryableErrorTypes: [...RETRY.nonRetryableErrorTypes] },
    summary,
  };
}
