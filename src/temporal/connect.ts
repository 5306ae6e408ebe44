import { Client, Connection } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { NativeConnection } from '@temporalio/worker';
import { TemporalUnreachable } from './temporal-unreachable.ts';

const CONNECT_LIMIT_MS = 5_000;

/** Which server and namespace, and how to reach them. May hold an API key: never log it whole. */
export interface TemporalTarget {
  address: string;
  namespace: string;
  options: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
}

/**
 * Reads Temporal's own variables and profile file (`TEMPORAL_ADDRESS`, `TEMPORAL_NAMESPACE`, `TEMPORAL_API_KEY`,
 * `TEMPORAL_TLS…`, `TEMPORAL_PROFILE`), so that what works with Temporal's tools works here.
 */
export function temporalTarget(env: NodeJS.ProcessEnv = process.env): TemporalTarget {
  const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: defined(env) });
  const address = connectionOptions.address ?? '127.0.0.1:7233';
  return { address, namespace: namespace ?? 'default', options: { ...connectionOptions, address } };
}

/** A server that we started ourselves, or that a test did: plain loopback, whatever the environment says. */
export function loopbackTarget(server: { address: string; namespace: string }): TemporalTarget {
  return { ...server, options: { address: server.address } };
}

/** The worker's connection. Throws `TemporalUnreachable`. */
export async function connectNative(target: TemporalTarget): Promise<NativeConnection> {
  try {
    return await NativeConnection.connect(target.options);
  } catch (error) {
    throw new TemporalUnreachable(target.address, error);
  }
}

/** A client of the target's namespace; close it with `client.connection.close()`. Throws `TemporalUnreachable`. */
export async function connectClient(target: TemporalTarget): Promise<Client> {
  try {
    const connection = await Connection.connect({ ...target.options, connectTimeout: CONNECT_LIMIT_MS });
    return new Client({ connection, namespace: target.namespace });
  } catch (error) {
    throw new TemporalUnreachable(target.address, error);
  }
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
