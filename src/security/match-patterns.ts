import type { Rule, SgNode } from '@ast-grep/napi';
import { PATTERN_RULES } from './all-rules.ts';
import { asciiRule } from './ascii-rule.ts';
import type { FileView, SideView } from './file-view.ts';
import { isTestPath } from './file-kind.ts';
import { requiredWords } from './required-words.ts';
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

interface Prepared {
  rule: Rule;
  /** Of each group, a text must hold one word for the rule to match in it. */
  groups: readonly (readonly string[])[];
}

const PREPARED = new WeakMap<Rule, Prepared>();

function prepare({ rule, mentions }: PatternRule): Prepared {
  const known = PREPARED.get(rule);
  if (known !== undefined) return known;
  const groups = [...(mentions === undefined ? [] : [mentions]), ...requiredWords(rule)];
  const prepared = { rule: asciiRule(rule), groups };
  PREPARED.set(rule, prepared);
  return prepared;
}

/** Nodes that a rule matches in one side of a file. */
function nodes(side: SideView, rule: PatternRule): SgNode[] {
  const prepared = prepare(rule);
  const isPossible = prepared.groups.every((words) => words.some((word) => side.lowerCase().includes(word)));
  return isPossible ? nodesMatching(side.tree(), prepared.rule) : [];
}

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
      return nodes(side, rule)
        .map((node) => ({ rule, level, start: node.range().start.index, end: node.range().end.index }))
        .filter(({ start, end }) =>
          view.touched.touches(side.lines.lineAt(start), side.lines.lineAt(Math.max(start, end - 1))),
        )
        .slice(0, MOST_PER_RULE);
    });
}
