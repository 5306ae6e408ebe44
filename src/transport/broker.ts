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
}

/** One frame holds all headers of a message; the client's own default is too small for a dead letter's. */
const FRAME_BYTES = 131_072;
const ACQUIRE_LIMIT_MS = 5_000;
const CLOSE_LIMIT_MS = 5_000;
/** Waits between attempts to connect, in milliseconds. */
const RETRY = { retryLow: 500, retryHigh: 10_000 };

/** What the broker answers when it is up and will not have us: wrong password, no such virtual host. */
const REFUSALS = ['ACCESS_REFUSED', 'NOT_ALLOWED'];

/** For people: never holds the password. */
export function brokerAddress({ host, port, vhost }: BrokerSettings): string {
  return `${host}:${port}${vhost === '/' ? '' : `, virtual host ${vhost}`}`;
}

/** Connects in the background, and again whenever the connection breaks. Errors of the connection are told to `onError` alone. */
export function openBroker(settings: BrokerSettings, onError: (error: Error) => void): Connection {
  const { host, port, user, password, vhost, tls } = settings;
  const broker = new Connection({
    ...{ hostname: host, port, username: user, password, vhost, tls },
    ...RETRY,
    acquireTimeout: ACQUIRE_LIMIT_MS,
    frameMax: FRAME_BYTES,
    heartbeat: 20,
    connectionName: 'lex-validator',
  });
  broker.on('error', onError);
  return broker;
}

/** Resolves once connected, however long that takes. Rejects with `BrokerRefused`, and with the signal's reason. */
export async function untilConnected(broker: Connection, settings: BrokerSettings, signal: AbortSignal): Promise<void> {
  let stopListening = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const refused = (error: Error): void => {
        if (REFUSALS.includes(errorCode(error) ?? ''))
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
