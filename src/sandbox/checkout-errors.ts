import type { CheckoutFailure } from '../activities/ports.ts';

/** The pushed commit, or the branch that should hold it, is not on the remote. Asking again changes nothing. */
export class CommitMissing extends Error {
  override name = 'CommitMissing' satisfies CheckoutFailure;
}

/** Nothing to compare with: the default branch is not there, or shares no history with the change. */
export class NoMergeBase extends Error {
  override name = 'NoMergeBase' satisfies CheckoutFailure;
}

/** The remote answered, and has no such repository (or none that our credential may see). */
export class RepositoryMissing extends Error {
  override name = 'RepositoryMissing' satisfies CheckoutFailure;
}

/** An address or a branch name that git must not be given. */
export class RemoteInvalid extends Error {
  override name = 'RemoteInvalid' satisfies CheckoutFailure;
}

/** Infrastructure: the remote, the disk or git itself. Worth another attempt. */
export class GitFailed extends Error {
  override name = 'GitFailed';
}
