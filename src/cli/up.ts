import type { Command } from 'commander';
import { noteRunningServer } from '../temporal/running-server.ts';
import { readSettings } from './read-settings.ts';
import { openSession } from './session.ts';
import { say } from './streams.ts';
import { untilInterrupted } from './until-interrupted.ts';

export function addUp(program: Command): void {
  program
    .command('up')
    .description('run an embedded Temporal server with its UI and a worker, until Ctrl-C')
    .option('--ui-port <port>', 'a fixed port for the UI', Number)
    .option('--settings <file>', 'the settings file')
    .addHelpText(
      'after',
      '\nExample:\n  $ lex-validator up\n  $ TEMPORAL_ADDRESS=127.0.0.1:… node your-developer-workflow.js',
    )
    .action(async (options: { uiPort?: number; settings?: string }) => {
      const settings = readSettings(options.settings);
      let forget = (): void => undefined;
      const session = await openSession(settings, {
        worker: true,
        uiPort: options.uiPort,
        onServer: (server) => (forget = noteRunningServer(server)),
      });
      try {
        say(
          `Temporal    ${session.target.address} (namespace ${session.target.namespace}, task queue ${session.taskQueue})`,
        );
        if (session.uiUrl !== null) say(`UI          ${session.uiUrl}`);
        say('A worker is polling. Ctrl-C ends both.');
        await Promise.race([untilInterrupted(), session.broke]);
      } finally {
        forget();
        await session.close();
      }
    });
}
