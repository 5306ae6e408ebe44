import { InvalidArgumentError, type Command } from 'commander';
import { findUp } from './choose-server.ts';
import { untilInterrupted } from './interruption.ts';
import { readSettings } from './read-settings.ts';
import { withSession, type Session } from './session.ts';
import { say } from './streams.ts';
import { UsageError } from './usage-error.ts';

export function addUp(program: Command): void {
  program
    .command('up')
    .description('run an embedded Temporal server with its UI and a worker, until Ctrl-C')
    .option('--ui-port <port>', 'a fixed port for the UI; a free one by default', toPort)
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async (options: { uiPort?: number; settings?: string }) => {
      const call = readSettings(options.settings);
      const other = call.namesServer ? undefined : await findUp();
      if (other !== undefined)
        throw new UsageError(`It runs already: process ${other.pid}, ${other.uiUrl ?? other.address}.`);
      await withSession(call, { worker: 'serve', uiPort: options.uiPort }, async (session) => {
        sayWhere(session);
        await Promise.race([untilInterrupted(), session.broke]);
        say('stopping …');
      });
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator up
  $ lex-validator up --ui-port 8233
Then, in another terminal: lex-validator validate work_item.json, or a developer workflow of yours.

Runs are kept: what was validated before is in its UI, and what was interrupted goes on.
Exit code: 0 after Ctrl-C, 2 bad settings or a second \`up\`, 4 when Temporal is not to be had.`;

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
