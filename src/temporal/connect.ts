import { readFileSync } from 'node:fs';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { TLSConfig } from '@temporalio/worker';
import { TemporalUnreachable } from './temporal-unreachable.ts';

const CONNECT_LIMIT_MS = 5_000;

/** The part of the settings' `temporal` section that says how to reach a server. */
export interface TemporalSettings {
  address: string;
  namespace: string;
  api_key: string | null;
  tls: {
    enabled: boolean | null;
    server_name: string | null;
    ca_file: string | null;
    cert_file: string | null;
    key_file: string | null;
  };
}

export interface ClientOptions {
  retries?: 'sdk' | 'none';
}

/** Which server and namespace, and how to reach them. May hold an API key: never log it whole. */
export interface TemporalTarget {
  address: string;
  namespace: string;
  apiKey?: string;
  /** Absent where the connection is not encrypted. Names files, which are read when connecting. */
  tls?: TemporalSettings['tls'];
}

/** Somebody's server, as the settings say. Encrypted unless switched off, where there is a key, certificate or name to check. */
export function temporalTarget({ address, namespace, api_key: apiKey, tls }: TemporalSettings): TemporalTarget {
  const meantToBeSafe = [apiKey, tls.server_name, tls.ca_file, tls.cert_file].some((given) => given !== null);
  const encrypted = tls.enabled ?? meantToBeSafe;
  return { address, namespace, ...(apiKey === null ? {} : { apiKey }), ...(encrypted ? { tls } : {}) };
}

/** A server that we started ourselves, or that a test did: plain loopback, whatever the settings say. */
export function loopbackTarget({ address, namespace }: { address: string; namespace: string }): TemporalTarget {
  return { address, namespace };
}

/** The worker's connection. Throws `TemporalUnreachable`. */
export async function connectNative(target: TemporalTarget): Promise<NativeConnection> {
  try {
    return await NativeConnection.connect(connectionOptions(target));
  } catch (error) {
    throw new TemporalUnreachable({ address: target.address, encrypted: target.tls !== undefined }, error);
  }
}

/**
 * A client of the target's namespace; close it with `client.connection.close()`. Throws `TemporalUnreachable`. With `retries: 'none'` a
 * failed call fails at once, for a caller that tries again itself: the SDK's own retry outlives a call's deadline, and throws
 * out of a timer, where nobody can catch it, when the connection was closed meanwhile.
 */
export async function connectClient(target: TemporalTarget, { retries = 'sdk' }: ClientOptions = {}): Promise<Client> {
  const interceptors = retries === 'none' ? { interceptors: [] } : {};
  try {
    const options = { ...connectionOptions(target), ...interceptors, connectTimeout: CONNECT_LIMIT_MS };
    const connection = await Connection.connect(options);
    return new Client({ connection, namespace: target.namespace });
  } catch (error) {
    throw new TemporalUnreachable({ address: target.address, encrypted: target.tls !== undefined }, error);
  }
}

function connectionOptions({ address, apiKey, tls }: TemporalTarget): {
  address: string;
  apiKey?: string;
  tls: TLSConfig | false;
} {
  return { address, apiKey, tls: tls === undefined ? false : readCertificates(tls) };
}

function readCertificates(tls: TemporalSettings['tls']): TLSConfig {
  const { server_name, ca_file, cert_file, key_file } = tls;
  return {
    ...(server_name === null ? {} : { serverNameOverride: server_name }),
    ...(ca_file === null ? {} : { serverRootCACertificate: readFileSync(ca_file) }),
    ...(cert_file === null || key_file === null
      ? {}
      : { clientCertPair: { crt: readFileSync(cert_file), key: readFileSync(key_file) } }),
  };
}
