import type { SgNode } from '@ast-grep/napi';
import { dialectOf, type TestCase } from './test-cases.ts';
import type { SideView } from './file-view.ts';
import type { GuardKinds } from './test-dialect.ts';

/** What can keep a test, or what it asserts, from running without a word in the runner's report. */
export interface Guards {
  /** Conditions and rescues around the test. */
  around: number;
  /** Statements that leave a block before the test, or leave the test before it asserts. */
  exits: number;
  /** Assertions behind a condition or in a rescue, and those that always run. */
  guarded: number;
  open: number;
}

/** The guards of every test of one side, in the order of the tests. */
export function guardsOf(side: SideView, tests: readonly TestCase[]): Guards[] {
  const dialect = dialectOf(side);
  const tree = side.tree();
  if (dialect === null || tree === null) return [];
  const { guards: kinds, assertions } = dialect;
  const exits = tree.findAll({ rule: { any: kinds.exits.map((kind) => ({ kind })) } });
  const leaving = exits.map((node) => ({ node, scope: nearestScope(node, kinds) }));
  return tests.map((test) => {
    const asserted = test.node.findAll({ rule: assertions });
    const guarded = asserted.filter((one) => isGuarded(one, test.node, kinds)).length;
    return {
      around: [test.node, ...test.node.ancestors()].filter((node) => isGuard(node, kinds) || isFiltered(node)).length,
      exits: leaving.filter(({ node, scope }) => leaves(node, scope, { test, asserted, kinds })).length,
      guarded,
      open: asserted.length - guarded,
    };
  });
}

/** Whether a test that was `before` can now pass without having asserted what it did. */
export function isWeaker(before: Guards, now: Guards): boolean {
  if (now.around > before.around || now.exits > before.exits) return true;
  return now.guarded > before.guarded && now.open < before.open;
}

function isGuard(node: SgNode, { conditions, rescues, logical }: GuardKinds): boolean {
  const kind = String(node.kind());
  if (conditions.includes(kind)) return true;
  if (rescues.includes(kind))
    return node.children().some((child) => /^(?:catch|rescue|except)/u.test(String(child.kind())));
  return logical.includes(kind) && /^(?:&&|\|\||\?\?|and|or)$/u.test(node.field('operator')?.text() ?? '');
}

/** `it 'adds', if: something do`: RSpec leaves out in silence what that says. */
function isFiltered(node: SgNode): boolean {
  const given = node.field('arguments')?.children() ?? [];
  return given.some(
    (argument) => argument.kind() === 'pair' && /^:?(?:if|unless)$/u.test(argument.field('key')?.text() ?? ''),
  );
}

function isGuarded(assertion: SgNode, test: SgNode, kinds: GuardKinds): boolean {
  return within(assertion, test).some((node) => isGuard(node, kinds));
}

/** The ancestors of a node up to and without `outer`. */
function within(node: SgNode, outer: SgNode): SgNode[] {
  const ancestors = node.ancestors();
  const end = ancestors.findIndex((ancestor) => ancestor.id() === outer.id());
  return end < 0 ? ancestors : ancestors.slice(0, end);
}

function nearestScope(node: SgNode, { scopes }: GuardKinds): SgNode | null {
  return node.ancestors().find((ancestor) => scopes.includes(String(ancestor.kind()))) ?? null;
}

/** An exit of the test's own block before its first assertion, or of a block around the test before it. */
function leaves(
  exit: SgNode,
  scope: SgNode | null,
  { test, asserted, kinds }: { test: TestCase; asserted: readonly SgNode[]; kinds: GuardKinds },
): boolean {
  const { start, end } = exit.range();
  if (end.index <= test.start) return scope === null || holds(scope, test);
  if (start.index >= test.end || scope === null) return false;
  const outer = nearestScope(scope, kinds);
  const isOwn = outer === null || !isInside(outer, test);
  const first = asserted[0]?.range().start.index ?? test.end;
  return isOwn && isInside(scope, test) && end.index <= first;
}

const holds = (scope: SgNode, test: TestCase): boolean =>
  scope.range().start.index < test.start && scope.range().end.index >= test.end;

const isInside = (scope: SgNode, test: TestCase): boolean =>
  scope.range().start.index >= test.start && scope.range().end.index <= test.end;
