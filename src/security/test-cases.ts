import type { SgNode } from '@ast-grep/napi';
import type { CodeLanguage } from './code-language.ts';
import type { SideView } from './file-view.ts';
import type { TestDialect } from './test-dialect.ts';
import { JAVASCRIPT_TESTS } from './test-dialect-javascript.ts';
import { PYTHON_TESTS } from './test-dialect-python.ts';
import { RUBY_TESTS } from './test-dialect-ruby.ts';
import { nodesMatching } from './tree-nodes.ts';

/** One test as its author wrote it. */
export interface TestCase {
  /** Its title's text, or its function's name. */
  title: string;
  assertions: number;
  start: number;
  end: number;
  node: SgNode;
}

const DIALECTS: Readonly<Record<CodeLanguage, TestDialect>> = {
  ruby: RUBY_TESTS,
  python: PYTHON_TESTS,
  javascript: JAVASCRIPT_TESTS,
  typescript: JAVASCRIPT_TESTS,
  tsx: JAVASCRIPT_TESTS,
};

/** How tests are written in this file; `null` where it is not code that we read. */
export function dialectOf(side: SideView | null): TestDialect | null {
  return side?.language == null ? null : DIALECTS[side.language];
}

/** The tests that a file holds; none where it is not code that we read. */
export function testCases(side: SideView | null): TestCase[] {
  const dialect = dialectOf(side);
  if (side === null || dialect === null) return [];
  return nodesMatching(side.tree(), dialect.cases).map((node) => ({
    title: dialect.title(node),
    assertions: node.findAll({ rule: dialect.assertions }).length,
    start: node.range().start.index,
    end: node.range().end.index,
    node,
  }));
}

/**
 * How many cases a runner makes of one: as many as the list has that it stands in a loop over, or is made from by `each` or `parametrize`,
 * so that a table which replaces single tests is no loss. A list that is not written there counts as one.
 */
export function caseNumber(node: SgNode): number {
  const made = node.children().find((child) => child.kind() === 'call_expression');
  const table = made
    ?.children()
    .find((child) => child.kind() === 'arguments')
    ?.children()
    .at(1);
  const lists = [table, ...decoratorLists(node), ...node.ancestors().map(loopedList)];
  return lists.reduce((product, list) => product * Math.max(1, elementsOf(list)), 1);
}

const LIST_KINDS = ['array', 'list', 'tuple', 'hash', 'string_array', 'symbol_array'];

function elementsOf(list: SgNode | null | undefined): number {
  if (list == null || !LIST_KINDS.includes(String(list.kind()))) return 1;
  return list.children().filter((child) => child.isNamed() && child.kind() !== 'comment').length;
}

function loopedList(ancestor: SgNode): SgNode | null {
  const called = ancestor.field('function');
  const receiver = ancestor.field('receiver') ?? called?.field('object') ?? null;
  const method = (ancestor.field('method') ?? called?.field('property'))?.text() ?? '';
  if (ancestor.kind() === 'for_in_statement' || ancestor.kind() === 'for_statement') return ancestor.field('right');
  return /^(?:each\w*|forEach)$/u.test(method) ? receiver : null;
}

function decoratorLists(node: SgNode): SgNode[] {
  const parent = node.parent();
  if (parent?.kind() !== 'decorated_definition') return [];
  return parent
    .children()
    .filter((child) => child.kind() === 'decorator' && /^@pytest\.mark\.parametrize/u.test(child.text()))
    .flatMap((decorator) => decorator.find({ rule: { kind: 'list' } }) ?? []);
}

/** Markers that keep a test from running; one behind a condition, such as the platform, is no such marker. */
export function skipMarkers(side: SideView | null): SgNode[] {
  return markers(side, 'skips');
}

/** Markers that keep every other test from running. */
export function focusMarkers(side: SideView | null): SgNode[] {
  return markers(side, 'focus');
}

function markers(side: SideView | null, what: 'skips' | 'focus'): SgNode[] {
  const dialect = dialectOf(side);
  return side === null || dialect === null ? [] : nodesMatching(side.tree(), dialect[what]);
}
