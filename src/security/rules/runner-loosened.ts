import type { SgNode } from '@ast-grep/napi';
import type { FileView, SideView } from '../file-view.ts';
import { parseJson } from '../parse-json.ts';
import type { Hit, TextRule } from '../scan-rule.ts';
import { nodesMatching } from '../tree-nodes.ts';
import { changed } from './line-rules.ts';

/** Settings of Jest and Vitest that say which tests are run: without one, other tests are. */
const SELECTING = /^(?:testMatch|testRegex|roots|rootDir|projects|workspace|include|dir|root)$/u;
/** Settings that take tests out, forgive failures, or put other code in the place of the runner. Nothing is lost without them. */
const NARROWING =
  /^(?:testPathIgnorePatterns|modulePathIgnorePatterns|testNamePattern|exclude|filter|testRunner|runner|testResultsProcessor|testFailureExitCode|dangerouslyIgnoreUnhandledErrors|passWithNoTests|bail|retry|allowOnly)$/u;
/** Parts of a configuration with settings of the same names that are about something else. */
const ELSEWHERE = /^(?:coverage\w*|optimizeDeps|build|server|resolve|ssr|typecheck|benchmark|deps)$/u;

const WAY_OUT =
  'A change must not choose which of its tests are run. Take it out, or let a person change this setting in a change of its own.';

/** A setting as it is written, and where. */
interface Written {
  key: string;
  text: string;
  start: number;
}

/** By which files a runner is configured. Vite's own file is about tests only below `test`. */
const READERS: readonly (readonly [RegExp, (side: SideView) => Written[]])[] = [
  [/(?:^|\/)package\.json$/u, (side) => fromJson(side, (tree) => tree.jest)],
  [/(?:^|\/)jest\.config\.json$/u, (side) => fromJson(side, (tree) => tree)],
  [/(?:^|\/)jest\.config\.[cm]?[jt]s$/u, (side) => fromCode(side, false)],
  [/(?:^|\/)(?:vitest|vite)\.config\.[cm]?[jt]s$/u, (side) => fromCode(side, true)],
  [/(?:^|\/)vitest\.workspace\.\w+$/u, ({ text }) => [{ key: 'workspace', text, start: 0 }]],
];

function look(view: FileView): Hit[] {
  const read = READERS.find(([path]) => path.test(view.path))?.[1];
  if (read === undefined) return [];
  const [before, after] = [view.before, view.after].map((side) => (side === null ? [] : read(side)));
  const keys = new Set([...(before ?? []), ...(after ?? [])].map(({ key }) => key));
  return [...keys].flatMap((key): Hit[] => {
    const [old = [], now = []] = [before, after].map((written) => written?.filter((one) => one.key === key));
    const isGone = now.length === 0;
    if (sameTexts(old, now) || (isGone && !SELECTING.test(key))) return [];
    const fresh = now.find(({ text }) => !old.some((one) => one.text === text));
    const place = fresh === undefined ? {} : { start: fresh.start, end: fresh.start + key.length };
    const side = view.after === null ? 'old' : 'new';
    return [{ side, ...place, why: `The change ${isGone ? 'takes out' : 'sets'} ${key}. ${WAY_OUT}` }];
  });
}

function sameTexts(old: readonly Written[], now: readonly Written[]): boolean {
  const texts = (written: readonly Written[]): string => JSON.stringify(written.map(({ text }) => text).sort());
  return texts(old) === texts(now);
}

const isSetting = (key: string): boolean => SELECTING.test(key) || NARROWING.test(key);

function fromCode(side: SideView, belowTest: boolean): Written[] {
  const nodes = nodesMatching(side.tree(), {
    any: [{ kind: 'pair' }, { kind: 'shorthand_property_identifier' }, { kind: 'assignment_expression' }],
  });
  return nodes.flatMap((node) => {
    const key = keyOf(node);
    if (!isSetting(key)) return [];
    const around = node.ancestors().map(keyOf);
    const isElsewhere = around.some((name) => ELSEWHERE.test(name));
    const isAssigned = node.kind() === 'assignment_expression';
    if (isElsewhere || (belowTest && !isAssigned && !around.includes('test'))) return [];
    return [{ key, text: compact(node.text()), start: node.range().start.index }];
  });
}

/** `key: value`, `key`, or `something.key = value`. */
function keyOf(node: SgNode): string {
  if (node.kind() === 'shorthand_property_identifier') return node.text();
  if (node.kind() === 'assignment_expression')
    return /(\w+)['"\]]*$/u.exec(node.field('left')?.text() ?? '')?.[1] ?? '';
  return node.kind() === 'pair' ? (node.field('key')?.text() ?? '').replace(/^['"]|['"]$/gu, '') : '';
}

const compact = (text: string): string => text.replace(/\s+/gu, ' ');

function fromJson({ text }: SideView, pick: (tree: Record<string, unknown>) => unknown): Written[] {
  const read = parseJson(text);
  return isTree(read) ? settingsIn(pick(read), text) : [];
}

function settingsIn(tree: unknown, text: string): Written[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => settingsIn(one, text));
  if (!isTree(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => {
    const inside = ELSEWHERE.test(key) ? [] : settingsIn(value, text);
    const written = { key, text: JSON.stringify(value), start: Math.max(0, text.indexOf(`"${key}"`)) };
    return isSetting(key) ? [written, ...inside] : inside;
  });
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const JEST = "export default { testEnvironment: 'node' };\n";
const VITEST = "export default defineConfig({ test: { include: ['src/**'] }, optimizeDeps: { include: ['a'] } });\n";
const PACKAGE = '{"name": "a", "jest": {"roots": ["src", "test"]}}\n';

/** A change that chooses which tests judge it. */
export const RUNNER_RULES: readonly TextRule[] = [
  {
    id: 'gate/runner-loosened',
    level: 'blocking',
    why: WAY_OUT,
    wholeFile: true,
    ofAChange: true,
    look,
    flags: [
      changed('jest.config.js', JEST, "export default { testPathIgnorePatterns: ['split.test.js'] };\n"),
      changed('jest.config.js', null, "export default { testPathIgnorePatterns: ['split.test.js'] };\n"),
      changed('jest.config.cjs', JEST, `${JEST}module.exports.testNamePattern = 'easy';\n`),
      changed('jest.config.ts', JEST, 'const testMatch = easy();\nexport default { testMatch };\n'),
      changed('jest.config.js', "export default { roots: ['a', 'b'] };\n", "export default { roots: ['a'] };\n"),
      changed('jest.config.js', "export default { roots: ['a', 'b'] };\n", JEST),
      changed('jest.config.js', "export default { projects: ['a', 'b'] };\n", null),
      changed('jest.config.json', '{}', '{"projects": [{"testRegex": "easy"}]}'),
      changed('package.json', PACKAGE, PACKAGE.replace(', "test"', '')),
      changed('package.json', PACKAGE, PACKAGE.replace('"roots"', '"testResultsProcessor": "./kind.js", "roots"')),
      changed('vitest.config.ts', VITEST, VITEST.replace("['src/**']", "['src/easy/**']")),
      changed('vite.config.ts', VITEST, VITEST.replace('test: {', "test: { exclude: ['src/hard/**'],")),
      changed('vitest.workspace.ts', "export default ['packages/*'];\n", "export default ['packages/easy'];\n"),
    ],
    ignores: [
      changed('jest.config.js', JEST, "export default { testEnvironment: 'jsdom', collectCoverageFrom: ['a'] };\n"),
      changed('jest.config.js', "export default { testPathIgnorePatterns: ['x'] };\n", JEST),
      changed('jest.config.js', JEST, null),
      changed('jest.config.js', "export default { roots: ['a'] };\n", "export default {\n  roots: ['a'],\n};\n"),
      changed('package.json', PACKAGE, PACKAGE.replace('"a"', '"b"')),
      changed('package.json', null, '{"name": "a", "files": ["dist"], "exclude": ["x"]}\n'),
      changed('vite.config.ts', VITEST, VITEST.replace("['a']", "['a', 'b']")),
      changed('vitest.config.ts', VITEST, VITEST.replace('test: {', "test: { coverage: { exclude: ['x'] },")),
      changed('src/config.ts', 'a();\n', "export default { testMatch: ['x'] };\n"),
    ],
  },
];
