import { PATTERN_RULES } from './all-rules.ts';
import type { FileView } from './file-view.ts';
import { isTestPath } from './file-kind.ts';
import type { Level, PatternRule } from './scan-rule.ts';
import { nodesMatching } from './tree-nodes.ts';

/** A pattern rule's match on the new side. */
export interface PatternMatch {
  rule: PatternRule;
  level: Level;
  start: number;
  end: number;
}

const MOST_PER_RULE = 50;

/** Matches of every rule for the file's language, first of each rule first; a generated file does not flood the verdict. */
export function matchPatterns(view: FileView, rules: readonly PatternRule[] = PATTERN_RULES): PatternMatch[] {
  const side = view.after;
  const language = side?.language ?? null;
  if (side === null || language === null) return [];
  const inTests = isTestPath(view.path);
  return rules
    .filter((rule) => rule.languages.includes(language) && (rule.onlyInTests !== true || inTests))
    .flatMap((rule) => {
      const level = inTests && rule.noteInTests === true ? 'note' : rule.level;
      return nodesMatching(side.tree(), rule.rule)
        .map((node) => ({ rule, level, start: node.range().start.index, end: node.range().end.index }))
        .filter(({ start, end }) =>
          view.touched.touches(side.lines.lineAt(start), side.lines.lineAt(Math.max(start, end - 1))),
        )
        .slice(0, MOST_PER_RULE);
    });
}
