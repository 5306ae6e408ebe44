import { fileURLToPath } from 'node:url';
import { DefaultLogger, Worker, bundleWorkflowCode, type InjectedSinks } from '@temporalio/worker';
import type { Ending } from './ending.ts';
import { workflowIdOf, type RecordedHistory } from './recorded-history.ts';
import type { ProbeSinks } from './verdict-probe.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export interface Replayed {
  /** Why the recorded history is not one of today's code. */
  error?: Error;
  /** What today's code makes of the recorded outcomes. */
  ending?: Ending;
}

/** The workflow as the sources have it now, with the probe around it, and inside of that a mutant where one is named. */
export async function bundleToday(mutant?: string): Promise<{ code: string }> {
  const probe = path('./verdict-probe.ts');
  const { code } = await bundleWorkflowCode({
    workflowsPath: path('../../src/workflows/index.ts'),
    workflowInterceptorModules: mutant === undefined ? [probe] : [probe, path(`./mutants/${mutant}.ts`)],
    logger: new DefaultLogger('ERROR'),
  });
  return { code };
}

/** Replays the histories without a server, in their order. */
export async function replay(histories: RecordedHistory[], workflowBundle: { code: string }): Promise<Replayed[]> {
  const endings = new Map<string, Ending>();
  const sinks: InjectedSinks<ProbeSinks> = {
    probe: { ended: { fn: ({ workflowId }, ending) => void endings.set(workflowId, ending), callDuringReplay: true } },
  };
  const named = histories.map((history) => ({ workflowId: workflowIdOf(history), history }));
  const replayed: Replayed[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle, sinks }, named)) {
    replayed.push({ error, ending: endings.get(workflowId) });
  }
  return replayed;
}
