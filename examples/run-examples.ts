import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../src/cli/read-settings.ts';
import { openSession, type Session } from '../src/cli/session.ts';
import { say } from '../src/cli/streams.ts';
import { uiAddress, validateWith } from '../src/cli/validate.ts';
import { verdictWord, type ValidationResult } from '../src/domain/verdict.ts';
import type { Settings } from '../src/settings.ts';
import { exampleWorkItem } from './example-work-item.ts';
import { makeExampleRepository, type ExampleRepository } from './example-repository.ts';
import { runDeveloperLoop } from './run-developer-loop.ts';

interface Example {
  title: string;
  run: (
    session: Session,
    repository: ExampleRepository,
  ) => Promise<{ workflowIds: string[]; result: ValidationResult }>;
  /** What the verdict must be; the example fails otherwise. */
  expected: 'approved' | 'rejected';
}

const EXAMPLES: readonly Example[] = [
  {
    title: 'A change that deserves to pass',
    expected: 'approved',
    run: async (session, repository) => validatePushed(session, repository, 'right'),
  },
  {
    title: 'A failing test, a lint offence and a hard-coded secret',
    expected: 'rejected',
    run: async (session, repository) => validatePushed(session, repository, 'broken'),
  },
  {
    title: 'The loop: a developer workflow is rejected, signalled, pushes a fix, and is approved',
    expected: 'approved',
    run: runDeveloperLoop,
  },
];

/** Runs every example on an embedded server; 0 when each verdict is what it must be, 4 otherwise. */
export async function runExamples(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'lex-examples-'));
  const session = await openSession(forExamples(readSettings(undefined), folder), { worker: true });
  try {
    const told: string[] = [];
    let asExpected = true;
    for (const example of EXAMPLES) {
      const { lines, right } = await runExample(session, example);
      told.push(...lines);
      asExpected &&= right;
    }
    say(`\n${'='.repeat(72)}`);
    told.forEach((line) => say(line));
    await staySummary(session);
    return asExpected ? 0 : 4;
  } finally {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runExample(session: Session, example: Example): Promise<{ lines: string[]; right: boolean }> {
  say(`\n${'='.repeat(72)}\n${example.title}\n`);
  const repository = await makeExampleRepository();
  try {
    const { result, workflowIds } = await example.run(session, repository);
    const word = verdictWord(result.pipeline.review_result);
    const right = word === example.expected;
    const addresses = workflowIds.map((id) => uiAddress(session, id) ?? id);
    return {
      right,
      lines: [`${right ? 'ok' : 'WRONG'}  ${word.padEnd(10)} ${example.title}`, ...addresses.map((at) => `    ${at}`)],
    };
  } finally {
    await repository.remove();
  }
}

async function validatePushed(session: Session, repository: ExampleRepository, variant: 'right' | 'broken') {
  const branch = `fleet/fix-ledger-kit-${variant}`;
  const headSha = await repository.push(branch, variant);
  const workItem = exampleWorkItem(repository.cloneUrl, branch, headSha);
  const result = await validateWith(session, workItem);
  return { result, workflowIds: [`validate/${workItem.work_item_id}/0`] };
}

/** The runs stay in the database; the UI goes with this process. */
async function staySummary(session: Session): Promise<void> {
  if (session.uiUrl === null) return;
  say(`\nThe addresses above work while a server runs: \`npm run up\` starts one on the same database.`);
  await Promise.resolve();
}

/** The examples leave nothing in the user's folders, and never wait for a model that nobody configured. */
function forExamples(settings: Settings, folder: string): Settings {
  const fleet = {
    ...settings.fleet,
    workspace: { ...settings.fleet.workspace, base_dir: join(folder, 'workspace') },
    artifacts: { ...settings.fleet.artifacts, dir: join(folder, 'artifacts') },
  };
  if (fleet.llm.models.length > 0) return { ...settings, fleet };
  say('!'.repeat(72));
  say('No model is configured: the reviewers of these examples are SCRIPTED.');
  say('They approve unseen. Set fleet.llm.models (docs/settings.md) for a real review.');
  say('!'.repeat(72));
  const scripted = { provider: 'scripted', model: 'approve' };
  return { ...settings, fleet: { ...fleet, llm: { ...fleet.llm, models: [scripted] } } };
}
