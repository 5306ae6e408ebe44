import type { Finding } from '../domain/evidence.ts';
import type { ChangedFile } from '../domain/plan.ts';
import { extension } from './code-language.ts';
import { isSource, isTestPath } from './file-kind.ts';
import type { FileCounts, TestNumbers } from './scan-input.ts';

/** A changed file with what the scan counted in it; absent where it could not be read or holds nothing to count. */
export type CountedFile = ChangedFile & { counts?: FileCounts };

/** What became of tests and code over the whole change; files among which things moved cancel out. */
export interface TestBalance {
  before: TestNumbers;
  after: TestNumbers;
  /** Whether code that tests could have tested went as well: a source file, or more definitions than came. */
  codeRemoved: boolean;
}

const NO_CODE = ['md', 'rst', 'yml', 'yaml', 'json', 'lock', 'txt', 'toml', 'ini', 'cfg', 'css'];

export function isCode(path: string): boolean {
  return isSource(path) && !isTestPath(path) && !NO_CODE.includes(extension(path));
}

export function testBalance(files: readonly CountedFile[]): TestBalance {
  const counts = files.flatMap((file) => file.counts ?? []);
  const gone = counts.flatMap(({ definitionsGone }) => definitionsGone);
  const come = counts.flatMap(({ definitionsCome }) => definitionsCome);
  return {
    before: sum(counts.map(({ testsBefore }) => testsBefore)),
    after: sum(counts.map(({ testsAfter }) => testsAfter)),
    codeRemoved: files.some((file) => file.change === 'deleted' && isCode(file.path)) || gone.length > come.length,
  };
}

function sum(numbers: readonly TestNumbers[]): TestNumbers {
  const total = (pick: (one: TestNumbers) => number): number => numbers.reduce((all, one) => all + pick(one), 0);
  return { cases: total(({ cases }) => cases), asserting: total(({ asserting }) => asserting) };
}

/** Whether the change leaves as many tests as there were, wherever in it they are now, that assert as much as they did. */
export function keepsItsTests({ before, after }: TestBalance): boolean {
  return after.cases >= before.cases && after.asserting >= before.asserting;
}

/** `tests/fewer`: the change as a whole holds fewer test cases than before. Told at the file that lost most. */
export function findFewerTests(files: readonly CountedFile[]): Pick<Finding, 'file' | 'level' | 'why'>[] {
  const balance = testBalance(files);
  if (keepsItsTests(balance)) return [];
  const [most] = [...files].sort((a, b) => lost(b) - lost(a));
  if (most === undefined) return [];
  const counted = describeLoss(balance);
  const { codeRemoved } = balance;
  const advice = codeRemoved
    ? 'The change also removes code; a person should see that it is what they tested.'
    : 'No code was removed with them. Put them back, or remove the code that they tested in the same change.';
  return [{ file: most.path, level: codeRemoved ? 'note' : 'blocking', why: `${counted} ${advice}` }];
}

function lost({ counts }: CountedFile): number {
  if (counts === undefined) return 0;
  const { testsBefore, testsAfter } = counts;
  return Math.max(testsBefore.cases - testsAfter.cases, testsBefore.asserting - testsAfter.asserting);
}

function describeLoss({ before, after }: TestBalance): string {
  return after.cases < before.cases
    ? `The changed test files hold ${after.cases} test cases; they held ${before.cases}.`
    : `The changed test files hold ${after.asserting} test cases that assert something; they held ${before.asserting}.`;
}
