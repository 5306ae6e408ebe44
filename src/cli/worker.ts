import type { Command } from 'commander';
import { temporalTarget } from '../temporal/connect.ts';
import { quietRuntime } from '../temporal/runtime-log.ts';
import { startWorker } from '../worker.ts';
import { readSettings } from './read-settings.ts';
import { say } from './streams.ts';
import { untilInterrupted } from './until-interrupted.ts';

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('poll the task queue of a Temporal server, until it is told to stop')
    .option('--settings <file>', 'the settings file')
    .addHelpText(
      'after',
      '\nExample:\n  $ TEMPORAL_ADDRESS=temporal:7233 lex-validator worker --settings lex-validator.yml',
    )
    .action(async ({ settings: file }: { settings?: string }) => {
      quietRuntime('WARN');
      const settings = readSettings(file);
      const target = temporalTarget(settings.temporal);
      const worker = await startWorker(settings, target);
      worker.warnings.forEach((warning) => say(`warning: ${warning}`));
      say(`polling ${settings.temporal.task_queue} on ${target.address}, namespace ${target.namespace}`);
      await Promise.race([untilInterrupted(), worker.ended]);
      await worker.stop();
    });
}
