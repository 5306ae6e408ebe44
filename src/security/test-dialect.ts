import type { Rule, SgNode } from '@ast-grep/napi';

/** Kinds of nodes that can keep what they hold, or what comes after them, from running. */
export interface GuardKinds {
  conditions: readonly string[];
  /** Guards where they hold a clause that catches. */
  rescues: readonly string[];
  /** Guards where their operator is a logical one. */
  logical: readonly string[];
  /** What leaves the nearest scope, or the rest of its loop. */
  exits: readonly string[];
  scopes: readonly string[];
}

/** How one language writes tests, as rules over its syntax tree. */
export interface TestDialect {
  cases: Rule;
  title: (node: SgNode) => string;
  assertions: Rule;
  skips: Rule;
  focus: Rule;
  guards: GuardKinds;
}
