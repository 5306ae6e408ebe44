import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { knownSearchAttributes } from './search-attributes.ts';

/** Resolves once the server answers for the namespace and knows our search attributes; rejects with the signal. */
export async function waitUntilReady(address: string, namespace: string, signal: AbortSignal): Promise<void> {
  while (!(await accepts(address))) await sleep(50, undefined, { signal });
  const connection = await Connection.connect({ address });
  try {
    while (!(await answers(connection, namespace))) await sleep(50, undefined, { signal });
  } finally {
    await connection.close();
  }
}

async function answers(connection: Connection, namespace: string): Promise<boolean> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
    return (await knownSearchAttributes(connection, namespace)).length > 0;
  } catch {
    return false;
  }
}

async function accepts(address: string): Promise<boolean> {
  const [host, port] = address.split(':');
  return await new Promise((resolve) => {
    const socket = createConnection({ host, port: Number(port) });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}
