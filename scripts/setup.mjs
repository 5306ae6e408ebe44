import { compiledCode } from './setup/compiled-code.mjs';
import { dependencies } from './setup/dependencies.mjs';
import { withLock } from './setup/lock.mjs';
import { whyNodeWillNotDo } from './setup/node-version.mjs';
import { SetupFailure } from './setup/setup-failure.mjs';
import { temporalCli } from './setup/temporal-cli.mjs';
import { workflowBundle } from './setup/workflow-bundle.mjs';

/**
 * Sets up whatever is missing, in the order in which one needs the other. It says what it does on standard error,
 * because standard output belongs to what runs next; with nothing to do it is silent and done in a moment.
 */
const STEPS = [dependencies, compiledCode, workflowBundle, temporalCli];

const say = (line) => process.stderr.write(`set-up: ${line}\n`);

async function firstNeeded() {
  for (const step of STEPS) if (await step.isNeeded()) return step;
  return undefined;
}

async function runNeeded() {
  for (const step of STEPS) {
    if (!(await step.isNeeded())) continue;
    say(`${step.title} …`);
    const began = Date.now();
    await step.run(say);
    say(`${step.title}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
}

async function setUp() {
  const tooOld = whyNodeWillNotDo(process.versions.node);
  if (tooOld !== null) throw new SetupFailure(tooOld);
  if ((await firstNeeded()) === undefined) return;
  await withLock(say, runNeeded);
}

setUp().catch((error) => {
  if (!(error instanceof SetupFailure)) throw error;
  say(error.message);
  process.exitCode = 2;
});
