import type { Settings } from '../settings.ts';
import { examineBroker } from './examine-broker.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examineModels } from './examine-models.ts';
import { examinePrograms } from './examine-programs.ts';
import { examineTemporal } from './examine-temporal.ts';
import type { CallSettings } from './read-settings.ts';
import { probeSandbox } from '../sandbox/probe-sandbox.ts';

/** Looks at everything that a validation on this machine would reach for. Changes nothing. */
export async function examine(call: CallSettings): Promise<Diagnosis[]> {
  const found = await Promise.all([
    examineTemporal(call),
    examinePrograms(),
    examineSandbox(call.settings),
    examineModels(call.settings, process.env),
    examineBroker(call.settings),
  ]);
  return [...found.flat(), forgeToken(call.settings)];
}

async function examineSandbox({ fleet }: Settings): Promise<Diagnosis[]> {
  const probe = await probeSandbox();
  if (probe.available) return [{ what: 'sandbox', state: 'ok', detail: 'bubblewrap works' }];
  const state = fleet.sandbox === 'required' ? 'missing' : 'absent';
  return [{ what: 'sandbox', state, detail: probe.because, remedy: 'apt-get install bubblewrap' }];
}

function forgeToken({ fleet }: Settings): Diagnosis {
  const what = 'forge token';
  if (fleet.github.token !== null) return { what, state: 'ok', detail: `there is one, for ${fleet.github.api_url}` };
  const detail = 'no pull request can be read: checks 4 and 5 of a work item with one would not be judged';
  return { what, state: 'absent', detail, remedy: 'export GITHUB_TOKEN, or set fleet.github.token' };
}
