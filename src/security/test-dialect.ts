import type { Rule, SgNode } from '@ast-grep/napi';

/** How one language writes tests, as rules over its syntax tree. */
export interface TestDialect {
  cases: Rule;
  title: (node: SgNode) => string;
  assertions: Rule;
  skips: Rule;
  focus: Rule;
}
