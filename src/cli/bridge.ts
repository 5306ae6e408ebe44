import type { Command } from 'commander';
import { startBridge } from '../bridge.ts';
import { temporalTarget } from '../temporal/connect.ts';
import { bridgeLog } from './bridge-log.ts';
import { interruption, untilInterrupted } from './interruption.ts';
import { readSettings } from './read-settings.ts';

export function addBridge(program: Command): void {
  program
    .command('bridge')
    .description('take work items from RabbitMQ and start their validations, until it is told to stop')
    .option('--no-declare', 'take the broker as it is: declare nothing that is missing, compare nothing that is there')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async ({ settings: file, declare }: { settings?: string; declare: boolean }) => {
      interruption();
      const { settings } = readSettings(file);
      const log = bridgeLog();
      const bridge = startBridge(settings, temporalTarget(settings.temporal), { declare, log });
      let stopping = false;
      bridge.ready.then(
        () => stopping || log.info({}, 'taking work items'),
        () => undefined,
      );
      await Promise.race([untilInterrupted(), bridge.ended]);
      stopping = true;
      log.info({}, 'stopping');
      await bridge.stop();
    });
}

const EXAMPLES = `
Examples:
  $ LEX_AMQP_URL=amqp://guest:guest@localhost TEMPORAL_ADDRESS=localhost:7233 lex-validator bridge
  $ lex-validator up --bridge

It waits for a broker or a Temporal server that is away, and says so once. docs/transport.md says what becomes of a message.
Exit code: 0 when it was told to stop, 2 bad settings, 4 when the broker refuses us or is not the fleet's.`;
