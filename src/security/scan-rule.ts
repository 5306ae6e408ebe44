import type { Rule } from '@ast-grep/napi';
import type { CodeLanguage } from './code-language.ts';
import type { FileView } from './file-view.ts';

export type Level = 'blocking' | 'note';

interface RuleCard {
  /** `<family>/<name>`, stable: it is what people and SARIF readers know the rule by. */
  id: string;
  /** One sentence for the developer: what is wrong and what to do instead. */
  why: string;
  level: Level;
}

/** A rule over the syntax tree of one file: it can never match inside a comment or a string. */
export interface PatternRule extends RuleCard {
  languages: readonly [CodeLanguage, ...CodeLanguage[]];
  rule: Rule;
  /** Lower-case texts of which a file must hold one for the rule to be tried, beside what the rule itself tells. */
  mentions?: readonly string[];
  /** In a test file the match is a note: what is bad in a service is often what a test needs. */
  noteInTests?: boolean;
  /** Looked for in tests and their helpers alone. */
  onlyInTests?: boolean;
  /** Each is a whole file that the rule must match. */
  flags: readonly [string, ...string[]];
  /** Each is a safe twin that it must not match. */
  ignores: readonly [string, ...string[]];
}

/** A stretch of a text, in UTF-16 offsets; without one, the whole file. */
export interface Hit {
  side: 'new' | 'old';
  start?: number;
  end?: number;
  /** Narrows the rule's level for this hit. */
  level?: Level;
  /** Instead of the rule's own sentence, where the hit knows more. */
  why?: string;
  /** The stretch is a secret: it is masked in every excerpt. */
  secret?: boolean;
}

/** One file of a change, before and after; `null` is "not there". */
export interface Sample {
  path: string;
  before: string | null;
  after: string | null;
  oldMode?: string;
  newMode?: string;
}

/** A rule over the text of one file, both sides of it. */
export interface TextRule extends RuleCard {
  /** Hits anywhere; the scan itself drops those on lines that the change did not touch, unless `wholeFile`. */
  look: (view: FileView) => Hit[];
  /** The rule compares both sides by itself: its hits stand wherever they are. */
  wholeFile?: boolean;
  /** Says nothing of a tree by itself: what was there before is what it asks about. */
  ofAChange?: boolean;
  /** In a test file the hit is a note. */
  noteInTests?: boolean;
  flags: readonly [Sample, ...Sample[]];
  ignores: readonly [Sample, ...Sample[]];
}
