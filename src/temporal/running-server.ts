import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Connection } from '@temporalio/client';
import { cacheFolder } from './cache-folder.ts';

/** An embedded server that `lex-validator up` runs, so that another command finds it instead of starting a second. */
export interface RunningServer {
  address: string;
  namespace: string;
  uiUrl: string | null;
  pid: number;
  hasWorker: boolean;
}

/** The one that is written down, if it still answers. */
export async function readRunningServer(env: NodeJS.ProcessEnv = process.env): Promise<RunningServer | null> {
  const server = readNote(env);
  if (server === null) return null;
  try {
    const connection = await Connection.connect({ address: server.address, connectTimeout: 1_000 });
    await connection.close();
    return server;
  } catch {
    return null;
  }
}

/** Writes it down until the returned function is called. */
export function noteRunningServer(server: RunningServer, env: NodeJS.ProcessEnv = process.env): () => void {
  const file = noteFile(env);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 });
  return () => {
    if (readNote(env)?.pid === server.pid) rmSync(file, { force: true });
  };
}

function noteFile(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), 'temporal', 'up.json');
}

function readNote(env: NodeJS.ProcessEnv): RunningServer | null {
  try {
    return JSON.parse(readFileSync(noteFile(env), 'utf8')) as RunningServer;
  } catch {
    return null;
  }
}
