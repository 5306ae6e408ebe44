/** How a command from the repository ended. Exactly one of these is true of every command. */
export type CommandEnd =
  | { kind: 'exited'; code: number }
  /** By a signal that we did not send, such as the kernel's for memory. */
  | { kind: 'killed'; signal: string }
  | { kind: 'timed-out'; afterMs: number }
  /** It wrote more than it may; its tree was ended. */
  | { kind: 'flooded'; limitBytes: number }
  /** The program is not there. */
  | { kind: 'tool-missing'; tool: string }
  /** The sandbox itself failed: the command never ran. */
  | { kind: 'sandbox-failed'; detail: string };

/** What a reader of a tool's report says. An absent or unreadable report is never an empty one. */
export type Reading<Report> =
  { kind: 'read'; report: Report } | { kind: 'absent' } | { kind: 'unreadable'; because: string };

/** What any test runner reports, whatever its format. Counts are whole numbers of test cases. */
export interface TestReport {
  passed: number;
  failed: number;
  /** Pending, skipped, todo: not run, and said so. */
  skipped: number;
  /** Started but without a verdict: the process left in the middle. */
  unfinished: number;
  /** Files that did not load, hooks that raised outside of a test: any number here fails. */
  loadErrors: string[];
  failures: TestFailure[];
  /** Something in the report that makes the whole of it untrustworthy (a dry run, a test named as its file, …). */
  distrust?: string;
}

export interface TestFailure {
  name: string;
  file?: string;
  line?: number;
  message: string;
}

export interface TestEvidence {
  /** The command as a person would type it. */
  command: string;
  end: CommandEnd;
  reading: Reading<TestReport>;
  /** The last lines that the command wrote, bounded. */
  tail: string;
  /** Settings that decide: see `fleet.validation.allow_no_tests`. */
  allowNoTests: boolean;
}

export interface LintReport {
  /** Files that the linter looked at. */
  inspected: number;
  offenses: LintOffense[];
  /** Rules or files that crashed while linting: the linter's own failure. */
  crashes: string[];
}

export interface LintOffense {
  file: string;
  line?: number;
  rule: string;
  message: string;
}

export interface LintEvidence {
  command: string;
  end: CommandEnd;
  reading: Reading<LintReport>;
  tail: string;
}

/** One match of a scan rule. Never holds the secret itself. */
export interface Finding {
  file: string;
  /** 1-based; absent where the finding is about the file as a whole. */
  line?: number;
  /** The side of the diff that the line number counts on. */
  side: 'new' | 'old';
  rule: string;
  why: string;
  /** A blocking finding fails the check; a note is told and fails nothing. */
  level: 'blocking' | 'note';
  /** The line, cut and with secrets masked. */
  excerpt?: string;
}

export interface ScanEvidence {
  /** Files of the change that were to be scanned. */
  toScan: number;
  scanned: number;
  findings: Finding[];
  /** Files that could not be scanned: makes the check unjudged unless something blocking was found. */
  unscanned: { file: string; because: string }[];
}

export interface ForgeAccount {
  login: string;
  /** The forge's own word for it; only `Bot` counts as a bot. `null` is a deleted account, a person. */
  kind: 'User' | 'Bot' | 'Organization' | 'Mannequin' | 'EnterpriseUserAccount' | null;
}

export interface ReviewThread {
  resolved: boolean;
  outdated: boolean;
  path: string;
  line: number | null;
  comments: { author: ForgeAccount; excerpt: string; url: string }[];
}

export interface PullRequestReview {
  author: ForgeAccount;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';
  /** ISO 8601; `null` while pending. */
  submittedAt: string | null;
  excerpt: string;
  url: string;
}

/** All of a pull request's feedback, every page of it: counts were compared with the forge's totals. */
export interface PullRequestFeedback {
  threads: ReviewThread[];
  reviews: PullRequestReview[];
}

export interface PrCommentEvidence {
  feedback: PullRequestFeedback;
  /** Logins that are the fleet's own: the acting account and `fleet.github.bot_username`. */
  ownLogins: string[];
}

export interface StaleDiffEvidence {
  /** The commit that was checked out and judged. */
  pushed: string;
  /** The head as the forge or the remote has it now; `null` when the branch or pull request is gone. */
  head: string | null;
  /** Of a pull request: one that a person closed or merged meanwhile is not waiting for a verdict. */
  state?: 'open' | 'closed' | 'merged';
  /** Of a pull request: the branch that it is to be merged into, and the one that the change was compared with. */
  branches?: { into: string; compared: string };
  /** `pull request #42` or `branch fleet/fix-x-1`. */
  where: string;
}
