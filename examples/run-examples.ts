import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT } from '../src/cli/exit-codes.ts';
import { interruption } from '../src/cli/interruption.ts';
import { readSettings } from '../src/cli/read-settings.ts';
import { withSession, type Session } from '../src/cli/session.ts';
import { say } from '../src/cli/streams.ts';
import { uiAddress } from '../src/cli/tell-verdict.ts';
import { verdictWord } from '../src/domain/verdict.ts';
import { EXAMPLES } from './all-examples.ts';
import { findDifferences, type Example, type ExampleEnd } from './example.ts';
import { makeExampleRepository } from './example-repository.ts';
import { exampleSettings } from './example-settings.ts';
import { keepUiUp } from './keep-ui-up.ts';

const RULE = '='.repeat(72);

/** Runs every example; 0 when each verdict is what it must be, 4 otherwise. */
export async function runExamples(): Promise<number> {
  interruption();
  const folder = await mkdtemp(join(tmpdir(), 'lex-examples-'));
  try {
    const call = exampleSettings(readSettings(undefined), folder);
    return await withSession(call, { worker: 'private' }, runAll);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runAll(session: Session): Promise<number> {
  const saidAtTheEnd: Session = { ...session, uiEndsWithUs: false };
  const summaries: string[] = [];
  let allRight = true;
  for (const example of EXAMPLES) {
    interruption().throwIfAborted();
    const end = await runExample(saidAtTheEnd, example);
    const wrong = findDifferences(end, example.expected);
    allRight &&= wrong.length === 0;
    summaries.push(...summarize(session, example, end, wrong));
  }
  [`\n${RULE}`, ...summaries, ''].forEach((line) => say(line));
  await keepUiUp(session);
  return allRight ? 0 : EXIT.broken;
}

async function runExample(session: Session, { title, run }: Example): Promise<ExampleEnd> {
  say(`\n${RULE}\n${title}\n`);
  const repository = await makeExampleRepository();
  try {
    return await run(session, repository);
  } finally {
    await repository.remove();
  }
}

function summarize(session: Session, { title }: Example, end: ExampleEnd, wrong: readonly string[]): string[] {
  const { review_result: review, attempt } = end.result.pipeline;
  const mark = wrong.length === 0 ? 'ok   ' : 'WRONG';
  return [
    `${mark}  ${title}: ${verdictWord(review)}, score ${review.score.aggregate}, attempt ${attempt ?? 0}`,
    ...wrong.map((sentence) => `         ${sentence}`),
    ...end.workflowIds.map((id) => `       ${uiAddress(session, id) ?? id}`),
  ];
}
