import type { Rule, SgNode } from '@ast-grep/napi';

/** Nodes that a rule matches, in the order of the text; none where there is no tree. */
export function nodesMatching(tree: SgNode | null, rule: Rule): SgNode[] {
  return tree === null ? [] : tree.findAll({ rule });
}

/** Nodes of one grammar kind. */
export function nodesOfKind(tree: SgNode | null, kind: string): SgNode[] {
  return nodesMatching(tree, { kind });
}
