import type { EvidenceReference } from '../domain/check.ts';
import type { CommandEnd, PullRequestFeedback, ScanEvidence } from '../domain/evidence.ts';
import type { Change, ChangedFile, CheckoutSource, SandboxMode } from '../domain/plan.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { ReviewerSeat, TokenUsage } from '../domain/review-panel.ts';
import type { ValidationResult } from '../domain/verdict.ts';
import type { WorkItem } from '../domain/work-item.ts';

/** A working copy on this machine, for one attempt of one activity. Never leaves the activity. */
export interface Checkout {
  /** Absolute path of the work tree. After a command ran in it, git is never used in it again from outside. */
  dir: string;
  /** The mirror's objects, bound read-only at `/git-objects` inside the sandbox so that its own `.git` works. */
  gitObjectsDir: string;
  /** An empty writable folder beside the work tree, for reports; `/report` inside the sandbox. */
  reportDir: string;
  /** Every file of the change. */
  changedFiles: ChangedFile[];
  /** A file as it is in the merge base; `null` where it is not there. Read from the mirror, never from the work tree. */
  readBase: (path: string) => Promise<Uint8Array | null>;
  /** A file as it is in the pushed commit, read from the mirror. */
  readHead: (path: string) => Promise<Uint8Array | null>;
}

/** Names of the errors of a checkout that another attempt cannot mend; all others are infrastructure. */
export const CHECKOUT_FAILURES = ['CommitMissing', 'NoMergeBase', 'RepositoryMissing', 'RemoteInvalid'] as const;
export type CheckoutFailure = (typeof CHECKOUT_FAILURES)[number];

export interface Checkouts {
  /** Fetches, then finds the pushed commit, its merge base and what it changes. */
  resolveChange: (source: CheckoutSource, signal: AbortSignal) => Promise<Change>;
  /** Makes a checkout of its own, lends it, and removes it whatever happens. `owner` names the run and the attempt. */
  withCheckout: <T>(
    change: Change,
    owner: CheckoutOwner,
    signal: AbortSignal,
    use: (checkout: Checkout) => Promise<T>,
  ) => Promise<T>;
  /** The unified diff from merge base to pushed commit, renames followed, without external diff drivers. */
  readDiff: (change: Change, signal: AbortSignal) => Promise<string>;
  /** The commit at the tip of the branch as the remote has it now; `null` where there is no such branch. */
  fetchBranchHead: (source: CheckoutSource, signal: AbortSignal) => Promise<string | null>;
  /** Removes what a run left on this machine. Removing nothing is no error. */
  release: (runId: string) => Promise<void>;
}

/** Names a checkout's folder: `<run id>/<activity id>-<attempt>`. */
export interface CheckoutOwner {
  runId: string;
  activityId: string;
  attempt: number;
}

/** A command that comes from the repository or runs its code. An argument array, never a shell string. */
export interface CommandRequest {
  command: readonly string[];
  checkout: Checkout;
  /** Relative to the checkout; its root by default. */
  cwd?: string;
  /** All of the environment that the command gets beside PATH, HOME, LANG and TMPDIR. */
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
  maxOutputBytes?: number;
  /** `none` by default: its own loopback only. */
  network?: 'none' | 'shared';
  sandbox: SandboxMode;
}

export interface CommandRun {
  end: CommandEnd;
  /** The last lines of standard output and standard error as they came, bounded to 8 KiB. */
  tail: string;
  /** The whole output up to the limit. */
  output: string;
  durationMs: number;
  /** False where bubblewrap is not to be had and the mode is `preferred`: a note of the verdict says so. */
  sandboxed: boolean;
}

/** Resolves however the command ends; rejects with the signal's reason when cancelled, after its whole tree is dead. */
export type RunCommand = (request: CommandRequest, signal: AbortSignal) => Promise<CommandRun>;

/**
 * Paths as a command inside sees them. They are the same with bubblewrap and without,
 * so that a profile can name them: use `{report}` and `{repo}` in arguments and environment values.
 */
export const PATH_PLACEHOLDERS = { report: '{report}', repo: '{repo}' } as const;

/** Scans every changed file, old side and new, in a process that can be killed. */
export type ScanChange = (
  checkout: Checkout,
  options: { timeoutMs: number },
  signal: AbortSignal,
) => Promise<ScanEvidence>;

export interface PullRequestAddress {
  owner: string;
  name: string;
  number: number;
}

export interface Forge {
  /** Every page of threads, nested comments and reviews, counted against the totals. Throws `ForgeUnreadable` on anything null or erroneous. */
  fetchFeedback: (
    pr: PullRequestAddress,
    signal: AbortSignal,
  ) => Promise<{ feedback: PullRequestFeedback; actingLogin: string }>;
  /** The head now, uncached. `null` where the pull request is proved not to be there. Throws `ForgeUnreadable`. */
  fetchHead: (pr: PullRequestAddress, signal: AbortSignal) => Promise<PullRequestHead | null>;
}

export interface PullRequestHead {
  /** 40 or 64 hex digits. */
  sha: string;
  /** The branch that it is to be merged into. */
  into: string;
  state: 'open' | 'closed' | 'merged';
}

export interface ModelRequest {
  seat: ReviewerSeat;
  system: string;
  prompt: string;
  /** JSON schema of the reply, plain: no ranges, no formats. */
  schema: { name: string; schema: Record<string, unknown> };
  maxOutputTokens: number;
  timeoutMs: number;
}

/**
 * Only `answered` can become a vote; all else is a no-answer, and `retryable` says whether asking again may help.
 * `answeredBy` is the model's name as the server gives it; `answersAs` are the names that the settings vouch for.
 */
export type ModelReply =
  | { kind: 'answered'; text: string; answeredBy: string; answersAs?: string[]; usage?: TokenUsage }
  | { kind: 'no-answer'; because: string; retryable: boolean; retryAfterMs?: number; usage?: TokenUsage };

/** Rejects only with the signal's reason, when cancelled. */
export type AskModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>;

/** Long evidence, by content. Writing the same bytes twice is one artifact. */
export interface Artifacts {
  store: (title: string, content: string | Uint8Array) => Promise<EvidenceReference>;
  read: (digest: string) => Promise<Uint8Array | null>;
}

/** What a message with a result is made of. */
export interface PublishedResult {
  result: ValidationResult;
  delivery: Delivery;
  /** As it came, where the message repeats it (`results: fleet`). */
  original?: WorkItem;
}

/**
 * The fleet's broker. Each call resolves when the broker has confirmed the message and a queue took it; it rejects where the broker is
 * away or no queue is bound, and then it may be called again: a consumer knows a message by its id.
 */
export interface Fleet {
  publishResult: (published: PublishedResult) => Promise<void>;
  /** Gives a work item back that was taken and then refused. `because` is one sentence, without values of the item. */
  deadLetter: (returned: { workItem: unknown; delivery: Delivery; because: string }) => Promise<void>;
}
