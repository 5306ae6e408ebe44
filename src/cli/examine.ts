import { execa } from 'execa';
import type { Settings } from '../settings.ts';
import { probeSandbox } from '../sandbox/probe-sandbox.ts';
import { connectClient, temporalTarget } from '../temporal/connect.ts';
import { findTemporalCli } from '../temporal/find-temporal-cli.ts';
import { examineBroker } from './examine-broker.ts';

/** One thing that a validation needs. `absent` is something that it can do without, and says so in the verdict. */
export interface Finding {
  what: string;
  state: 'ok' | 'missing' | 'absent';
  detail: string;
  /** How to get it. */
  remedy?: string;
}

/** Looks at everything that a validation on this machine would reach for. Changes nothing. */
export async function examine(settings: Settings): Promise<Finding[]> {
  return Promise.all([
    temporal(settings),
    program('git', ['git', '--version'], { needed: true, remedy: 'apt-get install git' }),
    sandbox(settings),
    program('Ruby', ['ruby', '--version'], {
      needed: false,
      remedy: 'apt-get install ruby bundler ruby-rspec rubocop',
    }),
    program('Bundler', ['bundle', '--version'], { needed: false, remedy: 'apt-get install bundler' }),
    program('Node', [process.execPath, '--version'], { needed: true, remedy: 'install Node 20 or newer' }),
    ...models(settings),
    token(settings),
    examineBroker(settings),
  ]);
}

async function temporal(settings: Settings): Promise<Finding> {
  const what = 'Temporal';
  const cli = findTemporalCli();
  if (cli.kind === 'binary') return { what, state: 'ok', detail: `an embedded server can be started from ${cli.path}` };
  if (cli.kind === 'missing')
    return {
      what,
      state: 'missing',
      detail: cli.because,
      remedy: 'node scripts/setup.mjs fetches it, or set TEMPORAL_ADDRESS',
    };
  try {
    const client = await connectClient(temporalTarget(settings.temporal));
    await client.connection.close();
    return { what, state: 'ok', detail: `${cli.address} answers` };
  } catch (error) {
    return {
      what,
      state: 'missing',
      detail: (error as Error).message,
      remedy: 'start it, or correct TEMPORAL_ADDRESS',
    };
  }
}

async function program(
  what: string,
  [file = '', ...args]: string[],
  { needed, remedy }: { needed: boolean; remedy: string },
): Promise<Finding> {
  const { stdout, failed } = await execa(file, args, { reject: false, timeout: 10_000 });
  if (failed) return { what, state: needed ? 'missing' : 'absent', detail: `${file} is not there`, remedy };
  return { what, state: 'ok', detail: stdout.split('\n', 1)[0] ?? '' };
}

async function sandbox({ fleet }: Settings): Promise<Finding> {
  const probe = await probeSandbox();
  if (probe.available) return { what: 'sandbox', state: 'ok', detail: 'bubblewrap works' };
  const state = fleet.sandbox === 'required' ? 'missing' : 'absent';
  return { what: 'sandbox', state, detail: probe.because, remedy: 'apt-get install bubblewrap' };
}

function models({ fleet }: Settings): Finding[] {
  if (fleet.llm.models.length === 0) {
    const remedy = 'list them in fleet.llm.models (docs/settings.md)';
    return [{ what: 'models', state: 'missing', detail: 'none is configured: a review would be unjudged', remedy }];
  }
  return fleet.llm.models.map(({ provider, model, api_key_env }) => {
    const what = `model ${provider}`;
    if (api_key_env === undefined || process.env[api_key_env]) return { what, state: 'ok', detail: model };
    return { what, state: 'missing', detail: `${model}: ${api_key_env} is not set`, remedy: `export ${api_key_env}=…` };
  });
}

function token({ fleet }: Settings): Finding {
  if (fleet.github.token !== null) return { what: 'forge token', state: 'ok', detail: `for ${fleet.github.api_url}` };
  return {
    what: 'forge token',
    state: 'absent',
    detail: 'pull requests cannot be read: checks 4 and 5 would be unjudged',
    remedy: 'export GITHUB_TOKEN=…',
  };
}
