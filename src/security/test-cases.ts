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
}

const DIALECTS: Readonly<Record<CodeLanguage, TestDialect>> = {
  ruby: RUBY_TESTS,
  python: PYTHON_TESTS,
  javascript: JAVASCRIPT_TESTS,
  typescript: JAVASCRIPT_TESTS,
  tsx: JAVASCRIPT_TESTS,
};

/** The tests that a file holds; none where it is not code that we read. */
export function testCases(side: SideView | null): TestCase[] {
  if (side?.language == null) return [];
  const dialect = DIALECTS[side.language];
  return nodesMatching(side.tree(), dialect.cases).map((node) => ({
    title: dialect.title(node),
    assertions: node.findAll({ rule: dialect.assertions }).length,
    start: node.range().start.index,
    end: node.range().end.index,
  }));
}

/** Markers that keep a test from running; one behind a condition, such as the platform, is no such marker. */
export function skipMarkers(side: SideView | null): SgNode[] {
  return side?.language == null ? [] : nodesMatching(side.tree(), DIALECTS[side.language].skips);
}

/** Markers that keep every other test from running. */
export function focusMarkers(side: SideView | null): SgNode[] {
  return side?.language == null ? [] : nodesMatching(side.tree(), DIALECTS[side.language].focus);
}
