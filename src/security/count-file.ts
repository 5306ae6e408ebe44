import type { SgNode } from '@ast-grep/napi';
import { holdsTests, isTestPath } from './file-kind.ts';
import type { FileView, SideView } from './file-view.ts';
import type { FileCounts, TestNumbers } from './scan-input.ts';
import { caseNumber, testCases } from './test-cases.ts';
import { nodesMatching } from './tree-nodes.ts';

const NAMED_KINDS: Readonly<Record<string, readonly string[]>> = {
  ruby: ['method', 'singleton_method', 'class', 'module'],
  python: ['function_definition', 'class_definition'],
  javascript: ['function_declaration', 'method_definition', 'class_declaration'],
};
const NO_TESTS: TestNumbers = { cases: 0, asserting: 0 };
/** Names travel between processes: a generated file does not make them many. */
const MOST_NAMES = 2_000;

/** What the whole change is judged by: test cases on both sides, and definitions of code that went or came. */
export function countFile(view: FileView, from: string): FileCounts | undefined {
  const [wasTest, isTest] = [holdsTests(from), holdsTests(view.path)];
  const isHelper = isTestPath(view.path) && isTestPath(from);
  if (isHelper && !wasTest && !isTest) return undefined;
  const [before, after] = isHelper ? [[], []] : [definitions(view.before), definitions(view.after)];
  return {
    testsBefore: wasTest ? numbersOf(view.before) : NO_TESTS,
    testsAfter: isTest ? numbersOf(view.after) : NO_TESTS,
    definitionsGone: withoutOnce(before, after).slice(0, MOST_NAMES),
    definitionsCome: withoutOnce(after, before).slice(0, MOST_NAMES),
  };
}

function numbersOf(side: SideView | null): TestNumbers {
  return testCases(side).reduce(({ cases, asserting }, { node, assertions }) => {
    const made = caseNumber(node);
    return { cases: cases + made, asserting: asserting + (assertions > 0 ? made : 0) };
  }, NO_TESTS);
}

function definitions(side: SideView | null): string[] {
  if (side?.language == null) return [];
  const kinds = NAMED_KINDS[side.language] ?? NAMED_KINDS.javascript ?? [];
  const named = nodesMatching(side.tree(), { any: kinds.map((kind) => ({ kind })) }).map(nameOf);
  return [...named, ...(side.language === 'ruby' || side.language === 'python' ? [] : functionConstants(side))];
}

function functionConstants(side: SideView): string[] {
  const isFunction = { has: { field: 'value', any: [{ kind: 'arrow_function' }, { kind: 'function_expression' }] } };
  return nodesMatching(side.tree(), { kind: 'variable_declarator', ...isFunction }).map(nameOf);
}

function nameOf(node: SgNode): string {
  return node.field('name')?.text() ?? '';
}

/** What is left of `all` when each of `others` takes one of its like away. */
function withoutOnce(all: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return all.filter((one) => {
    const more = left.get(one) ?? 0;
    left.set(one, more - 1);
    return more <= 0;
  });
}
