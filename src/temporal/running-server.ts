import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { cacheFolder } from './cache-folder.ts';

/** An embedded server that another command of ours runs right now. */
export interface RunningServer {
  address: string;
  namespace: string;
  uiUrl: string | null;
  pid: number;
  /** True of `lex-validator up`: its worker takes whatever comes. The others end with the run that they were started for. */
  takesWork: boolean;
  /** Digest of the settings that its worker judges by. */
  settings: string;
}

/** Those that are written down and answer, the ones that take work first. */
export async function readRunningServers(env: NodeJS.ProcessEnv = process.env): Promise<RunningServer[]> {
  const noted = readNotes(env);
  const answering = await Promise.all(noted.map(answers));
  const running = noted.filter((server, index) => answering[index] === true && server.pid !== process.pid);
  return running.sort((a, b) => Number(b.takesWork) - Number(a.takesWork));
}

/** Writes it down until the returned function is called. */
export function noteRunningServer(server: RunningServer, env: NodeJS.ProcessEnv = process.env): () => void {
  const folder = notesFolder(env);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${String(server.pid)}.json`);
  writeFileSync(file, JSON.stringify(server), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function notesFolder(env: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), 'temporal', 'running');
}

function readNotes(env: NodeJS.ProcessEnv): RunningServer[] {
  const folder = notesFolder(env);
  return namesIn(folder).flatMap((name) => {
    const server = readNote(join(folder, name));
    if (server !== null && lives(server.pid)) return [server];
    rmSync(join(folder, name), { force: true });
    return [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function readNote(file: string): RunningServer | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningServer;
  } catch {
    return null;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

async function answers({ address }: RunningServer): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 1_000 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}
