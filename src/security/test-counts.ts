import type { Finding } from '../domain/evidence.ts';
import type { ChangedFile } from '../domain/plan.ts';
import { extension } from './code-language.ts';
import { isSource, isTestPath } from './file-kind.ts';
import type { FileCounts } from './scan-input.ts';

/** A changed file with what the scan counted in it; absent where it could not be read or holds nothing to count. */
export type CountedFile = ChangedFile & { counts?: FileCounts };

/** What became of tests and code over the whole change; files among which things moved cancel out. */
export interface TestBalance {
  before: number;
  after: number;
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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** `tests/fewer`: the change as a whole holds fewer test cases than before. Told at the file that lost most. */
export function findFewerTests(files: readonly CountedFile[]): Pick<Finding, 'file' | 'level' | 'why'>[] {
  const { before, after, codeRemoved } = testBalance(files);
  if (after >= before) return [];
  const lost = (file: CountedFile): number => (file.counts?.testsBefore ?? 0) - (file.counts?.testsAfter ?? 0);
  const [most] = [...files].sort((a, b) => lost(b) - lost(a));
  const counted = `The changed test files hold ${after} test cases; they held ${before}.`;
  return most === undefined
    ? []
    : [
        {
          file: most.path,
          level: codeRemoved ? 'note' : 'blocking',
          why: codeRemoved
            ? `${counted} The change also removes code; a person should see that it is what they tested.`
            : `${counted} No code was removed with them. Put them back, or remove the code that they tested in the same change.`,
        },
      ];
}
