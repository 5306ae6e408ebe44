import type { SgNode } from '@ast-grep/napi';
import type { FileView } from '../file-view.ts';
import { holdsTests, isTestPath } from '../file-kind.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { focusMarkers, skipMarkers, testCases } from '../test-cases.ts';
import { guardsOf, isWeaker } from '../test-guards.ts';

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

function newlyGuarded(view: FileView): Hit[] {
  const { before, after, path } = view;
  if (!holdsTests(path) || before === null || after === null) return [];
  const [olds, nows] = [testCases(before), testCases(after)];
  const [oldGuards, nowGuards] = [guardsOf(before, olds), guardsOf(after, nows)];
  return nows.flatMap((test, at): Hit[] => {
    const now = nowGuards[at];
    const namesakes = oldGuards.filter((_, index) => olds[index]?.title === test.title && test.title !== '');
    if (now === undefined || namesakes.length === 0 || !namesakes.every((old) => isWeaker(old, now))) return [];
    const why = `The test ${test.title.slice(0, 80)} always ran to its assertions, and now a condition, an early end or a rescue can keep it from them. Take that out.`;
    return [{ side: 'new', start: test.start, end: test.start + 1, why }];
  });
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
    id: 'tests/assertions-removed',
    level: 'blocking',
    why: 'The test no longer asserts anything.',
    wholeFile: true,
    look: assertionsGone,
    flags: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('expect(add(1, 2)).to eq(3)', 'add(1, 2)')),
      changed(
        'spec/foo_spec.rb',
        RUBY,
        'describe Foo do\n  it("adds") { add(1, 2) }\n  it("new") { expect(1).to eq(1) }\nend\n',
      ),
      changed('test/foo.test.js', JS, JS.replace('expect(add(1, 2)).toBe(3)', 'add(1, 2)')),
      changed('tests/test_foo.py', PY, PY.replace('assert ', '')),
    ],
    ignores: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('eq(3)', 'eq(4)')),
      changed('test/foo.test.js', JS, JS.replace('expect', '// expect here\n  expect')),
    ],
  },
  {
    id: 'tests/guarded',
    level: 'blocking',
    why: 'A condition, an early end or a rescue was put around a test that always ran.',
    wholeFile: true,
    look: newlyGuarded,
    flags: [
      changed(
        'spec/foo_spec.rb',
        RUBY,
        RUBY.replace('it "adds" do', 'it("adds") { expect(add(1, 2)).to eq(3) } if ENV["ALL"]\n  it "x" do'),
      ),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('  it', '  return if ENV["CI"]\n  it')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('"adds"', '"adds", if: ENV["ALL"]')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('Foo do', 'Foo, :unless => ENV["CI"] do')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('    expect', '    next if ENV["CI"]\n    expect')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('eq(3)', 'eq(3) unless ENV["CI"]')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('eq(3)\n', 'eq(3)\n  rescue Exception\n    nil\n')),
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('eq(3)', 'eq(3) rescue nil')),
      changed('test/foo.test.js', JS, `if (process.env.ALL) {\n${JS}}\n`),
      changed('test/foo.test.js', JS, `process.env.ALL && ${JS}`),
      changed('test/foo.test.js', JS, JS.replace('  expect', '  if (process.env.CI) return;\n  expect')),
      changed('test/foo.test.js', JS, JS.replace('expect', 'if (add) expect')),
      changed(
        'test/foo.test.js',
        JS,
        JS.replace('expect(add(1, 2)).toBe(3);', 'try { expect(add(1, 2)).toBe(3); } catch {}'),
      ),
      changed(
        'test/foo.test.js',
        `describe("a", () => {\n${JS}});\n`,
        `describe("a", () => {\n  if (process.env.CI) return;\n${JS}});\n`,
      ),
      changed('tests/test_foo.py', PY, `if ALL:\n    ${PY.replaceAll('\n    ', '\n        ')}`),
      changed('tests/test_foo.py', PY, PY.replace('    assert', '    if CI:\n        return\n    assert')),
      changed(
        'tests/test_foo.py',
        PY,
        PY.replace(
          '    assert add(1, 2) == 3',
          '    try:\n        assert add(1, 2) == 3\n    except Exception:\n        pass',
        ),
      ),
    ],
    ignores: [
      changed('spec/foo_spec.rb', RUBY, RUBY.replace('    expect', '    value = 1 if ENV["CI"]\n    expect')),
      changed('spec/foo_spec.rb', `if ENV["A"]\n${RUBY}end\n`, `if ENV["B"]\n${RUBY}end\n`),
      changed(
        'spec/foo_spec.rb',
        RUBY,
        `${RUBY}describe Bar do\n  return if ENV["CI"]\n  it("is new") { expect(1).to eq(1) }\nend\n`,
      ),
      changed(
        'test/foo.test.js',
        JS,
        JS.replace('  expect', '  const list = [1].map((n) => {\n    return n;\n  });\n  expect'),
      ),
      changed(
        'test/foo.test.js',
        JS,
        `${JS}if (process.platform === "linux") {\n  test("new", () => { expect(1).toBe(1); });\n}\n`,
      ),
      changed('test/foo.test.js', JS, JS.replace('expect(', 'return expect(')),
      changed('tests/test_foo.py', PY, `${PY}\ndef helper():\n    if CI:\n        return 1\n`),
    ],
  },
];
