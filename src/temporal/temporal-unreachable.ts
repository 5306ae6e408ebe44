/** No Temporal server answers at the address. The message names it, and what a user can do. */
export class TemporalUnreachable extends Error {
  readonly address: string;

  constructor(address: string, cause: unknown) {
    const detail = (cause as { message?: string }).message ?? String(cause);
    super(
      `No Temporal server answers at ${address}: ${detail}\n` +
        'Start one with `lex-validator up`, or say where yours is: TEMPORAL_ADDRESS, or `temporal:` in the settings.',
      { cause },
    );
    this.name = 'TemporalUnreachable';
    this.address = address;
  }
}
