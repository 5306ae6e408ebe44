import { InvalidArgumentError, type Command } from 'commander';
import { startBridge, type RunningBridge } from '../bridge.ts';
import { bridgeLog } from './bridge-log.ts';
import { findUp } from './choose-server.ts';
import { untilInterrupted } from './interruption.ts';
import { readSettings, type CallSettings } from './read-settings.ts';
import { withSession, type Session } from './session.ts';
import { say } from './streams.ts';
import { UsageError } from './usage-error.ts';

export function addUp(program: Command): void {
  program
    .command('up')
    .description('run an embedded Temporal server with its UI and a worker, until Ctrl-C')
    .option(
      '--ui-port <port>',
      'a fixed port for the UI; by default the one of the last time, where it is free',
      toPort,
    )
    .option('--bridge', 'also take work items from RabbitMQ, as `lex-validator bridge` does')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (options: { uiPort?: number; bridge?: true; settings?: string }) => {
      const call = readSettings(options.settings);
      const other = call.namesServer ? undefined : await findUp();
      if (other !== undefined)
        throw new UsageError(`It runs already: process ${other.pid}, ${other.uiUrl ?? other.address}.`);
      await withSession(call, { worker: 'serve', uiPort: options.uiPort }, async (session) => {
        sayWhere(session);
        const bridge = options.bridge === true ? openBridge(call, session) : undefined;
        try {
          await Promise.race([untilInterrupted(), session.broke, ...(bridge === undefined ? [] : [bridge.ended])]);
          say('stopping …');
        } finally {
          await bridge?.stop();
        }
      });
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator up
  $ lex-validator up --ui-port 8233
  $ LEX_AMQP_URL=amqp://guest:guest@localhost lex-validator up --bridge
Then, in another terminal: lex-validator validate work_item.json, or a developer workflow of yours.

Runs are kept: what was validated before is in its UI, and what was interrupted goes on.
Exit code: 0 after Ctrl-C, 2 bad settings or a second \`up\`, 4 when Temporal is not to be had.`;

function openBridge({ settings }: CallSettings, { target }: Session): RunningBridge {
  const { host, port } = settings.transport.connection;
  say(`RabbitMQ  ${host}:${port}`);
  return startBridge(settings, target, { declare: true, log: bridgeLog() });
}

function sayWhere({ target, taskQueue, uiUrl }: Session): void {
  say(`Temporal  ${target.address}, namespace ${target.namespace}, task queue ${taskQueue}`);
  if (uiUrl !== null) say(`UI        ${uiUrl}`);
  say('A worker is polling. Ctrl-C ends it.');
}

function toPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidArgumentError('It must be a port, 1 to 65535.');
  return port;
}
