import { noteRunningServer, readRunningServers, type RunningServer } from '../temporal/running-server.ts';
import { digestSettings, type CallSettings } from './read-settings.ts';
import { embeddedServer, namedServer, runningServer, type Server } from './servers.ts';
import type { SessionOptions } from './session-options.ts';
import { say } from './streams.ts';

/** The server to use, and whose worker judges. */
export interface ChosenServer {
  server: Server;
  judges: 'ours' | 'theirs';
  /** Whether the server ends with us. */
  isOurs: boolean;
}

/** The server that is named, else the one of `up`, else an embedded one of ours. `up` itself always has its own. */
export async function chooseServer(call: CallSettings, options: SessionOptions): Promise<ChosenServer> {
  const judges = options.worker === 'join' ? 'theirs' : 'ours';
  if (call.namesServer) return { server: namedServer(call), judges, isOurs: false };
  const up = options.worker === 'serve' ? undefined : await findUp();
  if (up === undefined) return { server: await notedServer(call, options), judges: 'ours', isOurs: true };
  if (judges === 'theirs') sayWhoJudges(up, call);
  return { server: runningServer(up), judges, isOurs: false };
}

/** The server of `lex-validator up`, where one runs. */
export async function findUp(): Promise<RunningServer | undefined> {
  return (await readRunningServers()).find(({ takesWork }) => takesWork);
}

function sayWhoJudges(up: RunningServer, { settings }: CallSettings): void {
  say(`joining \`lex-validator up\` (process ${up.pid})`);
  if (up.settings === digestSettings(settings)) return;
  say('warning: it was started with other settings than these, and ITS settings decide');
}

/** Starts one, and writes down that it runs, for as long as it does. */
async function notedServer(call: CallSettings, { uiPort, worker }: SessionOptions): Promise<Server> {
  const server = await embeddedServer(uiPort);
  const forget = noteRunningServer({
    address: server.target.address,
    namespace: server.target.namespace,
    uiUrl: server.uiUrl,
    pid: process.pid,
    takesWork: worker === 'serve',
    settings: digestSettings(call.settings),
  });
  return {
    ...server,
    stop: async () => {
      forget();
      await server.stop();
    },
  };
}
