import type { Finding } from '../../domain/evidence.ts';
import type { ChangedFile } from '../../domain/plan.ts';
import { extension } from '../code-language.ts';
import { holdsTests, isAsset } from '../file-kind.ts';
import { findFewerTests, isCode, testBalance, type CountedFile } from '../test-counts.ts';

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

/** Deleting tests is right where the code that they tested goes too, or where as many tests came elsewhere in the change. */
function deletedTests(files: readonly CountedFile[]): { file: string; level?: Finding['level'] }[] {
  const gone = files.filter((file) => (isGone(file) && holdsTests(file.path)) || isNoTestAnyMore(file));
  const { before, after } = testBalance(files);
  const excused = (before > 0 && after >= before) || files.some((file) => isGone(file) && isCode(file.path));
  return gone.map((file) => ({ file: file.path, ...(excused && { level: 'note' as const }) }));
}

function counted(file: ChangedFile, tests: [number, number], gone: string[] = [], come: string[] = []): CountedFile {
  const [testsBefore, testsAfter] = tests;
  return { ...file, counts: { testsBefore, testsAfter, definitionsGone: gone, definitionsCome: come } };
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
    ],
    ignores: [
      [counted(entry('deleted', 'spec/foo_spec.rb'), [3, 0]), counted(entry('modified', 'spec/bar_spec.rb'), [1, 4])],
      [entry('deleted', 'lib/foo.rb')],
      [entry('renamed', 'spec/bar_spec.rb', { from: 'spec/foo_spec.rb' })],
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
