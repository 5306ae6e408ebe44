/** Something that only the user can mend. The message says what, and how; set-up then ends with exit code 2. */
export class SetupFailure extends Error {}
