import { readFileSync } from 'node:fs';
import { Connection } from 'rabbitmq-client';
import { errorCode, errorText } from './error-code.ts';
import { BrokerRefused } from './topology-errors.ts';

/** The part of the settings' `transport.connection` section that says how to reach the broker. */
export interface BrokerSettings {
  host: string;
  port: number;
  user: string;
  password: string;
  vhost: string;
  tls: boolean;
  /** PEM file of the authority that signed the broker's certificate; those that Node knows where `null`. */
  ca_file: string | null;
}

/** One frame holds all headers of a message; the client's own default is too small for a dead letter's. */
const FRAME_BYTES = 131_072;
const ACQUIRE_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 5_000;
/** Waits between attempts to connect, in milliseconds. */
const RETRY = { retryLow: 500, retryHigh: 10_000 };

/** What the broker answers when it is up and will not have us: wrong password, no such virtual host. */
const REFUSALS = ['ACCESS_REFUSED', 'NOT_ALLOWED'];
/** Why we will not have the broker: its certificate is nobody's that we know, another name's, or out of date (Node's and OpenSSL's words). */
const BAD_CERTIFICATE =
  /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(?:VERIFY|GET)_\w+)$/;

/** For people: never holds the password. */
export function brokerAddress({ host, port, vhost }: BrokerSettings): string {
  return `${host}:${port}${vhost === '/' ? '' : `, virtual host ${vhost}`}`;
}

/**
 * Connects in the background, and again whenever the connection breaks. Errors of the connection are told to `onError` alone. Throws
 * `BrokerRefused` for a certificate file that cannot be read.
 */
export function openBroker(settings: BrokerSettings, onError: (error: Error) => void): Connection {
  const { host, port, user, password, vhost } = settings;
  const broker = new Connection({
    ...{ hostname: host, port, username: user, password, vhost, tls: encryption(settings) },
    ...RETRY,
    acquireTimeout: ACQUIRE_LIMIT_MS,
    frameMax: FRAME_BYTES,
    heartbeat: 20,
    connectionName: 'lex-validator',
  });
  broker.on('error', onError);
  return broker;
}

function encryption(settings: BrokerSettings): boolean | { ca: Buffer } {
  const { tls, ca_file } = settings;
  if (!tls || ca_file === null) return tls;
  try {
    return { ca: readFileSync(ca_file) };
  } catch (error) {
    throw new BrokerRefused(brokerAddress(settings), `its authority cannot be read: ${errorText(error)}`);
  }
}

/** Resolves once connected, however long that takes. Rejects with `BrokerRefused`, and with the signal's reason. */
export async function untilConnected(broker: Connection, settings: BrokerSettings, signal: AbortSignal): Promise<void> {
  let stopListening = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const refused = (error: Error): void => {
        const code = errorCode(error) ?? '';
        if (REFUSALS.includes(code) || BAD_CERTIFICATE.test(code))
          reject(new BrokerRefused(brokerAddress(settings), errorText(error)));
      };
      const aborted = (): void => reject(signal.reason as Error);
      if (broker.ready) resolve();
      if (signal.aborted) aborted();
      broker.on('connection', resolve).on('error', refused);
      signal.addEventListener('abort', aborted);
      stopListening = () => {
        broker.off('connection', resolve).off('error', refused);
        signal.removeEventListener('abort', aborted);
      };
    });
  } finally {
    stopListening();
  }
}

/** Closes in good order, or after a while in none: a broker that is away must not hold a process. */
export async function closeBroker(broker: Connection, publisher?: { close: () => Promise<void> }): Promise<void> {
  const limit = setTimeout(() => broker.unsafeDestroy(), CLOSE_LIMIT_MS);
  try {
    await publisher?.close();
    await broker.close();
  } catch {
    broker.unsafeDestroy();
  }
  clearTimeout(limit);
}
