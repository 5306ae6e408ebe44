import type { Command } from 'commander';
import { temporalTarget } from '../temporal/connect.ts';
import { quietRuntime } from '../temporal/runtime-log.ts';
import { startWorker } from '../worker.ts';
import { interruption, untilInterrupted } from './interruption.ts';
import { readSettings } from './read-settings.ts';
import { rejectWhenEnded } from './servers.ts';
import { say } from './streams.ts';

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('poll the task queue of a Temporal server, until it is told to stop')
    .option('--settings <file>', 'the settings file')
    .addHelpText('after', EXAMPLES)
    .action(async ({ settings: file }: { settings?: string }) => {
      interruption();
      const { settings } = readSettings(file);
      const target = temporalTarget(settings.temporal);
      quietRuntime('WARN');
      const worker = await startWorker(settings, target);
      worker.warnings.forEach((warning) => say(`warning: ${warning}`));
      say(`polling ${settings.temporal.task_queue} on ${target.address}, namespace ${target.namespace}`);
      await Promise.race([untilInterrupted(), rejectWhenEnded(worker.ended, 'the worker')]);
      say('stopping …');
      await worker.stop();
    });
}

const EXAMPLES = `
Examples:
  $ lex-validator worker
  $ TEMPORAL_ADDRESS=temporal.example.com:7233 lex-validator worker --settings lex-validator.yml

The first SIGTERM or Ctrl-C lets what runs end, for ten seconds; what is left then goes to another worker.
Exit code: 0 when it was told to stop, 2 bad settings, 4 when Temporal is not to be had.`;
