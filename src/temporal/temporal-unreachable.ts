const ENCRYPTED =
  'The connection is encrypted: look also at `temporal.tls` (ca_file and server_name for its certificate, cert_file and key_file for ours).';

/** No Temporal server answers at the address. The message names it, and what a user can do: the client hides why TLS failed. */
export class TemporalUnreachable extends Error {
  readonly address: string;

  constructor({ address, encrypted }: { address: string; encrypted: boolean }, cause: unknown) {
    const detail = (cause as { message?: string }).message ?? String(cause);
    super(
      `No Temporal server answers at ${address}: ${detail}\n` +
        'Start one with `lex-validator up`, or say where yours is: TEMPORAL_ADDRESS, or `temporal:` in the settings.' +
        (encrypted ? `\n${ENCRYPTED}` : ''),
      { cause },
    );
    this.name = 'TemporalUnreachable';
    this.address = address;
  }
}
