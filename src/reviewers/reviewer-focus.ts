import type { Capability } from '../domain/review-panel.ts';

/**
 * What each capability is asked to look for. Models that are asked the same question make the same mistakes:
 * a panel gains more from other questions than from more heads.
 */
export const REVIEWER_FOCUS: Record<Capability, string> = {
  basic: `Does the change do what the work item asks, all of it, and nothing else?
List each demand of the title and the description, and find the lines that meet it. A demand without lines is a finding.
Lines that serve no demand (a removed test, a switched-off check, an unrelated edit, left-over debugging) are findings.`,
  moderate: `With which input does the change go wrong?
Try the values that authors forget on every changed line: empty, missing, zero, negative, one too many, very large, not ASCII, twice the same,
an error from what it calls. Look at what happens to errors: swallowed, or turned into a success? Would the tests of the change
fail if its code were wrong, or do they assert nothing, repeat the code, or loosen what was asserted before?`,
  reasoning: `What does the change break that cannot be seen on any single line?
Follow the data from where it enters to where it is used: who else calls what was changed, and still gets what it expects? Look for state that is
shared or left behind, order and concurrency, trust given to input (injection, paths, authorization, secrets), data that is lost or leaked, and
code that does something else than its name and comments say, or that behaves well only where a test or a reviewer looks.`,
};
