import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/index.ts';
import type { CheckoutFailure } from '../activities/ports.ts';
import type { ValidationPlan } from '../domain/plan.ts';
import type { ReviewerSeat, Vote } from '../domain/review-panel.ts';

/** In milliseconds: what a checkout and the reading of reports may add to a command's own limit. */
const AROUND_A_COMMAND_MS = 180_000;
/** In milliseconds: what reading the diff and storing prompt and reply may add to a model's limit. */
const AROUND_A_MODEL_MS = 60_000;
const ATTEMPTS = 3;

/** What is wrong with the work item or the change itself stays wrong. A new failure of a checkout does not compile until it stands here. */
const NEVER_RETRIED: Record<CheckoutFailure | 'InvalidWorkItem', true> = {
  InvalidWorkItem: true,
  CommitMissing: true,
  NoMergeBase: true,
  RepositoryMissing: true,
  RemoteInvalid: true,
};

const nonRetryableErrorTypes = Object.keys(NEVER_RETRIED);

/** Heartbeats come from a timer every third of this, so a silent suite is not a dead worker, and a dead worker is soon seen. */
const HEARTBEAT = '15 seconds';

/**
 * Arithmetic on the item and a look at the namespace. Waits long for a worker: without one, nothing can be said at all.
 * An hour of failures is a bug of ours, which must end the run and not hang it.
 */
export const admission = proxyLocalActivities<Pick<Activities, 'admitWorkItem'>>({
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '1 hour',
  retry: { maximumInterval: '30 seconds', nonRetryableErrorTypes },
  summary: 'admit the work item, snapshot the settings',
});

/**
 * Short work on this worker's own disk, local like admission: done within a workflow task, each costs one event of the
 * history instead of six, and the result that it is handed is not recorded once more.
 */
export const housekeeping = proxyLocalActivities<Pick<Activities, 'recordVerdict' | 'releaseCheckout'>>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '5 minutes',
  retry: { maximumAttempts: ATTEMPTS },
});

type NotAMatterOfLimits =
  'admitWorkItem' | 'recordVerdict' | 'publishVerdict' | 'deadLetterWorkItem' | 'releaseCheckout';

/** The activities of one run, each with the limits that admission recorded. */
export interface CheckActivities extends Omit<Activities, NotAMatterOfLimits | 'askReviewer'> {
  askReviewer: (seat: ReviewerSeat, input: Parameters<Activities['askReviewer']>[0]) => Promise<Vote>;
}

export function activitiesOf({ limits }: ValidationPlan): CheckActivities {
  const { installMs, testsMs, lintMs, scanMs, reviewerMs } = limits;
  const aroundCommand = (commandMs: number): number => installMs + commandMs + AROUND_A_COMMAND_MS;
  return {
    /** A clone of a large repository takes minutes once, then the mirror is there. */
    prepareCheckout: bounded('prepareCheckout', 600_000, 'check out the pushed commit'),
    runTests: bounded('runTests', aroundCommand(testsMs), 'tests: the project’s own suite'),
    runLint: bounded('runLint', aroundCommand(lintMs), 'lint: the project’s own linter'),
    scanSecurity: bounded('scanSecurity', scanMs + AROUND_A_COMMAND_MS, 'security scan of the changed files'),
    /** The forge pages a long discussion: each page is quick, two minutes hold hundreds of them. */
    readPrComments: bounded('readPrComments', 120_000, 'unresolved feedback by people'),
    comparePrHead: bounded('comparePrHead', 60_000, 'is the head still the pushed commit'),
    askReviewer: (seat, input) => {
      const summary = `reviewer ${seat.seat}: ${seat.capability}, ${seat.provider}/${seat.model}`;
      return bounded('askReviewer', reviewerMs + AROUND_A_MODEL_MS, summary)(input);
    },
  };
}

/**
 * One attempt may take `attemptMs`; all of them and the waits between, three times that and five minutes for a worker to come.
 * Three attempts: one may be lost to a worker that is stopped for a deploy, one to a crash. A cancelled one is waited for: the
 * checkout goes only when nothing runs in it any more. (Said outright: left out, the SDK does not wait, whatever its docs say.)
 */
function bounded<Name extends keyof Activities>(name: Name, attemptMs: number, summary: string) {
  return proxyActivities<Activities>({
    startToCloseTimeout: attemptMs,
    scheduleToCloseTimeout: attemptMs * ATTEMPTS + 300_000,
    heartbeatTimeout: HEARTBEAT,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: {
      maximumAttempts: ATTEMPTS,
      initialInterval: '1 second',
      maximumInterval: '30 seconds',
      nonRetryableErrorTypes,
    },
    summary,
  })[name];
}
