import type { Finding } from '../../domain/evidence.ts';
import type { ChangedFile } from '../../domain/plan.ts';
import { extension } from '../code-language.ts';
import { holdsTests, isAsset } from '../file-kind.ts';
import type { FileCounts } from '../scan-input.ts';
import { findFewerTests, isCode, keepsItsTests, testBalance, type CountedFile } from '../test-counts.ts';

/** A rule over the list of changed files, their modes and names; of content it sees what was counted. */
export interface ChangeRule {
  id: string;
  why: string;
  level: Finding['level'];
  look: (files: readonly CountedFile[]) => { file: string; level?: Finding['level']; why?: string }[];
  flags: readonly [readonly CountedFile[], ...(readonly CountedFile[])[]];
  ignores: readonly [readonly CountedFile[], ...(readonly CountedFile[])[]];
}

function entry(change: ChangedFile['change'], path: string, modes: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    change,
    oldMode: change === 'added' ? '000000' : '100644',
    newMode: change === 'deleted' ? '000000' : '100644',
    ...modes,
  };
}

const isGone = (file: ChangedFile): boolean => file.change === 'deleted';
/** Under its new name no runner looks for tests in it. */
const isNoTestAnyMore = ({ change, from, path }: ChangedFile): boolean =>
  change === 'renamed' && from !== undefined && holdsTests(from) && !holdsTests(path);

/** To take tests out is right where the code that they tested goes too, or where as many came elsewhere in the change. */
function isExcused(files: readonly CountedFile[]): boolean {
  const balance = testBalance(files);
  return (
    (balance.before.cases > 0 && keepsItsTests(balance)) || files.some((file) => isGone(file) && isCode(file.path))
  );
}

function deletedTests(files: readonly CountedFile[]): { file: string; level?: Finding['level'] }[] {
  const gone = files.filter((file) => (isGone(file) && holdsTests(file.path)) || isNoTestAnyMore(file));
  return gone.map((file) => ({ file: file.path, ...(isExcused(files) && { level: 'note' as const }) }));
}

/** A file that stayed, without its tests. Fewer tests are for the change as a whole to answer for: here they are a note. */
function emptiedTests(files: readonly CountedFile[]): { file: string; level: Finding['level']; why: string }[] {
  return files.flatMap((file) => {
    const { testsBefore, testsAfter } = file.counts ?? NOTHING_COUNTED;
    const [were, are] = [testsBefore.cases, testsAfter.cases];
    if (isGone(file) || isNoTestAnyMore(file) || are >= were) return [];
    if (are > 0) return [{ file: file.path, level: 'note', why: `The file holds ${are} tests; it held ${were}.` }];
    const why = `All ${were} tests of the file are gone, and the file stayed. Put them back, or delete the file with what it tested.`;
    return [{ file: file.path, level: isExcused(files) ? 'note' : 'blocking', why }];
  });
}

const tests = (cases: number, asserting = cases) => ({ cases, asserting });
const NOTHING_COUNTED: Pick<FileCounts, 'testsBefore' | 'testsAfter'> = { testsBefore: tests(0), testsAfter: tests(0) };

function counted(file: ChangedFile, numbers: [number, number], gone: string[] = [], come: string[] = []): CountedFile {
  const [before, after] = numbers;
  const definitions = { definitionsGone: gone, definitionsCome: come };
  return { ...file, counts: { testsBefore: tests(before), testsAfter: tests(after), ...definitions } };
}

/** As many tests come as go, and what comes asserts nothing. */
function hollow(file: ChangedFile, cases: number): CountedFile {
  const definitions = { definitionsGone: [], definitionsCome: [] };
  return { ...file, counts: { testsBefore: tests(0), testsAfter: tests(cases, 0), ...definitions } };
}

const STRANGE_NAME = /[\u0000-\u001F\u007F\u202A-\u202E\u2066-\u2069\u200B-\u200D\u2060\uFEFF\u{E0000}-\u{E007F}]/u;

export const CHANGE_RULES: readonly ChangeRule[] = [
  {
    id: 'tests/deleted',
    level: 'blocking',
    why: 'The change deletes a test file, or gives it a name under which no runner finds it, and neither the code that it tested nor a test that replaces it is in the change. Put it back.',
    look: deletedTests,
    flags: [
      [entry('deleted', 'spec/foo_spec.rb')],
      [entry('deleted', 'test/foo.test.ts'), entry('modified', 'src/foo.ts')],
      [entry('renamed', 'spec/foo_checks.rb', { from: 'spec/foo_spec.rb' })],
      [counted(entry('deleted', 'spec/foo_spec.rb'), [3, 0]), counted(entry('added', 'spec/bar_spec.rb'), [0, 1])],
      [counted(entry('deleted', 'spec/foo_spec.rb'), [3, 0]), hollow(entry('added', 'spec/bar_spec.rb'), 3)],
    ],
    ignores: [
      [counted(entry('deleted', 'spec/foo_spec.rb'), [3, 0]), counted(entry('modified', 'spec/bar_spec.rb'), [1, 4])],
      [entry('deleted', 'lib/foo.rb')],
      [entry('renamed', 'spec/bar_spec.rb', { from: 'spec/foo_spec.rb' })],
    ],
  },
  {
    id: 'tests/removed',
    level: 'blocking',
    why: 'All tests of the file are gone, and the file stayed.',
    look: emptiedTests,
    flags: [
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 0])],
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 0]), counted(entry('modified', 'spec/bar_spec.rb'), [1, 3])],
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 0]), hollow(entry('added', 'spec/bar_spec.rb'), 3)],
    ],
    ignores: [
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 0]), counted(entry('modified', 'spec/bar_spec.rb'), [1, 4])],
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 0]), entry('deleted', 'lib/foo.rb')],
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 3])],
    ],
  },
  {
    id: 'tests/fewer',
    level: 'blocking',
    why: 'The changed test files hold fewer test cases than before, and no code was removed with them. Put them back, or remove the code that they tested in the same change.',
    look: findFewerTests,
    flags: [
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 2])],
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 1]), counted(entry('added', 'spec/bar_spec.rb'), [0, 1])],
      [counted(entry('modified', 'test/a.test.js'), [2, 1]), counted(entry('modified', 'a.js'), [0, 0], ['a'], ['b'])],
      [counted(entry('modified', 'test/a.test.js'), [2, 0]), hollow(entry('added', 'test/b.test.js'), 2)],
    ],
    ignores: [
      [counted(entry('modified', 'spec/foo_spec.rb'), [3, 1]), counted(entry('added', 'spec/bar_spec.rb'), [0, 2])],
      [counted(entry('modified', 'test/a.test.js'), [2, 1]), counted(entry('modified', 'a.js'), [0, 0], ['a'])],
      [counted(entry('modified', 'test/a.test.js'), [2, 1]), entry('deleted', 'a.js')],
    ],
  },
  {
    id: 'tree/strange-name',
    level: 'blocking',
    why: 'The file name holds invisible or control characters: it is not what it looks like. Rename it.',
    look: (files) =>
      files.filter((file) => !isGone(file) && STRANGE_NAME.test(file.path)).map((file) => ({ file: file.path })),
    flags: [[entry('added', `lib/a${String.fromCodePoint(0x202e)}bc.rb`)], [entry('added', 'a\nb')]],
    ignores: [[entry('added', 'lib/ä b "c".rb')]],
  },
  {
    id: 'tree/case-clash',
    level: 'note',
    why: 'Two changed files differ in case alone: on many disks one hides the other.',
    look: (files) => {
      const seen = new Map<string, string>();
      return files
        .filter((file) => {
          const key = file.path.toLowerCase();
          const other = seen.get(key);
          seen.set(key, file.path);
          return !isGone(file) && other !== undefined && other !== file.path;
        })
        .map((file) => ({ file: file.path }));
    },
    flags: [[entry('added', 'lib/Foo.rb'), entry('added', 'lib/foo.rb')]],
    ignores: [[entry('added', 'lib/foo.rb'), entry('added', 'lib/bar.rb')]],
  },
  {
    id: 'tree/submodule',
    level: 'note',
    why: 'The change points a submodule at another commit: nothing of it was looked at. A person should.',
    look: (files) =>
      files
        .filter((file) => file.newMode === '160000' || file.path === '.gitmodules')
        .map((file) => ({ file: file.path })),
    flags: [
      [entry('modified', 'vendor/a', { oldMode: '160000', newMode: '160000' })],
      [entry('modified', '.gitmodules')],
    ],
    ignores: [[entry('deleted', 'vendor/a', { oldMode: '160000' })]],
  },
  {
    id: 'tree/executable-data',
    level: 'note',
    why: 'The file is data and can now be executed. Take the bit off.',
    look: (files) =>
      files
        .filter(
          (file) =>
            file.newMode === '100755' &&
            file.oldMode !== '100755' &&
            (isAsset(file.path) || ['md', 'json', 'yml', 'yaml', 'txt', 'csv', 'lock'].includes(extension(file.path))),
        )
        .map((file) => ({ file: file.path })),
    flags: [[entry('modified', 'README.md', { newMode: '100755' })]],
    ignores: [[entry('added', 'bin/run', { newMode: '100755' })]],
  },
];

/** Findings about the change as a whole. */
export function inspectChangedFiles(files: readonly CountedFile[]): Finding[] {
  return CHANGE_RULES.flatMap((rule) =>
    rule.look(files).map(({ file, level, why }): Finding => ({
      file,
      side: files.some((one) => one.path === file && isGone(one)) ? 'old' : 'new',
      rule: rule.id,
      why: why ?? rule.why,
      level: level ?? rule.level,
    })),
  );
}
