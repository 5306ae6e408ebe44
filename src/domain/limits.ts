/** Issues in one list, the line that counts the rest included (contract 9.10). */
export const MAX_ISSUES = 50;

/** Characters (UTF-16 code units) in one issue or note (contract 9.10). */
export const MAX_ISSUE_LENGTH = 2_000;

/**
 * Bytes of all issues of a verdict together, as JSON. A result repeats them eight times (issues, merged feedback, checks,
 * feedback history, and all of it again in the mirrors), and stays under 256 KiB as a whole.
 */
export const MAX_ISSUE_BYTES = 12_000;

/** Notes of a verdict, and of one check. */
export const MAX_NOTES = 20;

/** Bytes of all notes of a verdict together, as JSON. */
export const MAX_NOTE_BYTES = 4_000;

/** Bytes of the notes of one check, as JSON. */
export const MAX_CHECK_NOTE_BYTES = 2_000;

/** Characters in the reason of one skipped or unjudged check. */
export const MAX_BECAUSE_LENGTH = 500;

/** Characters in the reason of one reviewer without an answer: there may be forty of them. */
export const MAX_SILENCE_LENGTH = 150;

/** References to artifacts in one line of the verdict's checks. */
export const MAX_EVIDENCE = 20;

/** The last lines of a command's output that an issue quotes, in characters. */
export const MAX_TAIL_LENGTH = 1_200;
