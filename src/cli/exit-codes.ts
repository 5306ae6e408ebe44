import type { ReviewResult } from '../domain/verdict.ts';

/** What a caller's script branches on. */
export const EXIT = {
  approved: 0,
  rejected: 1,
  /** Bad arguments, a work item or settings that cannot be read: nothing was started. */
  badInput: 2,
  notJudged: 3,
  /** Temporal cannot be reached, or a bug: nothing is known about the change. */
  broken: 4,
  /** Ended by Ctrl-C, by SIGTERM, by a terminal that went away: as shells count them. */
  interrupted: 130,
  terminated: 143,
  hungUp: 129,
} as const;

export function exitCodeOf({ verdict, judged }: Pick<ReviewResult, 'verdict' | 'judged'>): number {
  if (!judged) return EXIT.notJudged;
  return verdict === 'approved' ? EXIT.approved : EXIT.rejected;
}
