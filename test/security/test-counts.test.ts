import { describe, expect, it } from '@jest/globals';
import { scanFile } from '../../src/security/scan-file.ts';
import type { FileCounts } from '../../src/security/scan-input.ts';

async function count(path: string, before: string, after: string): Promise<FileCounts | undefined> {
  const [old, now] = [before, after].map((text) => new TextEncoder().encode(text));
  const modes = { oldMode: '100644', newMode: '100644' };
  const scan = await scanFile({ path, change: 'modified', ...modes, before: old ?? null, after: now ?? null });
  return scan.counts;
}

describe('test cases are counted by syntax', () => {
  it.each([
    ['spec/a_spec.rb', 'it("a") { f }\nspecify("b") { f }\n# it("c") { f }\nx = "it { f }"\n', 2],
    ['spec/a_spec.rb', '[1, 2, 3].each do |n|\n  it("a") { f }\nend\n', 3],
    ['test/a_test.rb', 'def test_a\nend\ntest "b" do\nend\ndef helper\nend\n', 2],
    ['test/a.test.ts', 'it("a", () => {}); test("b", () => {}); item("c", () => {});\n', 2],
    ['test/a.test.ts', 'it.each([1, 2, 3, 4])("a", () => {});\n', 4],
    ['test/a.test.js', 'for (const n of [1, 2]) { test("a", () => {}); }\n', 2],
    ['tests/test_a.py', 'def test_a():\n    pass\nclass TestB:\n    def test_b(self):\n        pass\n', 2],
    ['tests/test_a.py', '@pytest.mark.parametrize("n", [1, 2, 3])\ndef test_a(n):\n    pass\n', 3],
  ])('%s: %j holds %i', async (path, text, cases) => {
    expect(await count(path, text, '')).toMatchObject({ testsBefore: { cases }, testsAfter: { cases: 0 } });
    expect(await count(path, text, text)).toMatchObject({ testsBefore: { cases }, testsAfter: { cases } });
  });

  it('and those that assert something apart, so that hollow tests replace nothing', async () => {
    const text = 'it("a", () => { expect(f()).toBe(1); });\nit("b", () => { f(); });\n';
    expect(await count('test/a.test.js', text, text)).toMatchObject({ testsAfter: { cases: 2, asserting: 1 } });
    const table = '[1, 2].each do |n|\n  it("a") { expect(n).to be > 0 }\nend\n';
    expect(await count('spec/a_spec.rb', table, '')).toMatchObject({ testsBefore: { cases: 2, asserting: 2 } });
  });

  it('and definitions of code by their names', async () => {
    expect(await count('lib/a.rb', 'def a\nend\ndef b\nend\n', 'def b\nend\ndef c\nend\n')).toEqual({
      testsBefore: { cases: 0, asserting: 0 },
      testsAfter: { cases: 0, asserting: 0 },
      definitionsGone: ['a'],
      definitionsCome: ['c'],
    });
    expect(await count('src/a.ts', 'const f = () => 1;\nfunction g() {}\n', '')).toMatchObject({
      definitionsGone: expect.arrayContaining(['f', 'g']),
    });
  });
});
