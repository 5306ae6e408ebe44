import type { SgNode } from '@ast-grep/napi';
import type { FileView } from '../file-view.ts';
import { holdsTests, isTestPath } from '../file-kind.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { focusMarkers, skipMarkers, testCases } from '../test-cases.ts';

const at = (node: SgNode): Hit => ({ side: 'new', start: node.range().start.index, end: node.range().start.index + 1 });

/** More markers than before: those on lines that the change touched. A marker that moved with its test is no new one. */
function addedMarkers(view: FileView, find: typeof skipMarkers): Hit[] {
  if (!isTestPath(view.path)) return [];
  const now = find(view.after);
  const more = now.length - find(view.before).length;
  if (more <= 0) return [];
  const touched = now.filter((node) => view.touched.touches(node.range().start.line + 1, node.range().start.line + 1));
  return (touched.length > 0 ? touched : now).slice(0, more).map(at);
}

function removedTests(view: FileView): Hit[] {
  if (!holdsTests(view.path) || view.after === null) return [];
  const before = testCases(view.before);
  const now = testCases(view.after);
  if (before.length === 0 || now.length >= before.length) return [];
  if (now.length === 0)
    return [
      {
        side: 'new',
        why: `All ${before.length} tests of the file are gone, and the file stayed. Put them back, or delete the file with what it tested.`,
      },
    ];
  return [{ side: 'new', level: 'note', why: `The file holds ${now.length} tests; it held ${before.length}.` }];
}

function assertionsGone(view: FileView): Hit[] {
  if (!holdsTests(view.path)) return [];
  const before = new Map(testCases(view.before).map((test) => [test.title, test.assertions]));
  return testCases(view.after)
    .filter((test) => test.assertions === 0 && test.title !== '' && (before.get(test.title) ?? 0) > 0)
    .map((test) => ({
      side: 'new',
      start: test.start,
      end: test.start + 1,
      why: `The test ${test.title.slice(0, 80)} asserted something and no longer does: it cannot fail. Put the assertion back.`,
    }));
}

const RUBY = 'describe Foo do\n  it "adds" do\n    expect(add(1, 2)).to eq(3)\n  end\nend\n';
const JS = 'test("adds", () => {\n  expect(add(1, 2)).toBe(3);\n});\n';
const PY = 'def test_adds():\n    assert add(1, 2) == 3\n';
const changed = (path: string, before: string, after: string) => ({ path, before, after });

/** What an agent does to a test that it cannot make pass. */
export const TEST_TAMPERING_RULES: readonly TextRule[] = [
  {
    id: 'tests/skipped',
    level: 'blocking',
    why: 'The change switches a test off. Make it pass, or remove it together with what it tested.',
    wholeFile: true,
    look: (view) =>
      addedMarkers(view, skipMarkers).map((hit) => (view.before === null ? { ...hit, level: 'note' } : hit)),
    flags: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('it "adds"', 'xit "adds"')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('    expect', '    skip "later"\n    expect')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('it "adds"', 'it "adds", skip: true')),
      changed('test/foo.test.js', JS, JS.replace('test(', 'test.skip(')),
      changed('test/foo.test.js', JS, JS.replace('"adds",', '"adds", { skip: true },')),
      changed('tests/test_foo.py', PY, `@pytest.mark.skip(reason="later")\n${PY}`),
      changed('tests/test_foo.py', PY, PY.replace('    assert', '    pytest.skip("later")\n    assert')),
    ],
    ignores: [
      changed(
        'spec/foo_spec.rb',
        RUBY,
        RUBY.replace('    expect', '    skip "no fork" if Gem.win_platform?\n    expect'),
      ),
      changed('tests/test_foo.py', PY, `@pytest.mark.skipif(WINDOWS, reason="x")\n${PY}`),
      changed('spec/foo_spec.rb', RUBY.replace('it', 'xit'), RUBY.replace('it', 'xit').replace('1, 2', '2, 1')),
      changed('lib/foo.rb', 'a = 1\n', 'skip "a"\n'),
    ],
  },
  {
    id: 'tests/focused',
    level: 'blocking',
    why: 'The marker keeps every other test from running. Take it out.',
    wholeFile: true,
    look: (view) => addedMarkers(view, focusMarkers),
    flags: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('it "adds"', 'fit "adds"')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('"adds"', '"adds", :focus')),
      changed('test/foo.test.ts', JS, JS.replace('test(', 'test.only(')),
    ],
    ignores: [
      changed('test/foo.test.ts', JS, JS.replace('1, 2', '2, 1')),
      changed('src/query.ts', 'a();', 'db.only();'),
    ],
  },
  {
    id: 'tests/removed',
    level: 'blocking',
    why: 'Tests were taken out of the file.',
    wholeFile: true,
    look: removedTests,
    flags: [
      changed('spec/foo_spec.rb', RUBY, 'describe Foo do\nend\n'),
      changed('tests/test_foo.py', PY, ''),
      changed('test/foo.test.js', JS + JS, JS),
    ],
    ignores: [changed('test/foo.test.js', JS, JS + JS), changed('spec/spec_helper.rb', RUBY, '')],
  },
  {
    id: 'tests/assertions-removed',
    level: 'blocking',
    why: 'The test no longer asserts anything.',
    wholeFile: true,
    look: assertionsGone,
    flags: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('expect(add(1, 2)).to eq(3)', 'add(1, 2)')),
      changed('test/foo.test.js', JS, JS.replace('expect(add(1, 2)).toBe(3)', 'add(1, 2)')),
      changed('tests/test_foo.py', PY, PY.replace('assert ', '')),
    ],
    ignores: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('eq(3)', 'eq(4)')),
      changed('test/foo.test.js', JS, JS.replace('expect', '// expect here\n  expect')),
    ],
  },
];
