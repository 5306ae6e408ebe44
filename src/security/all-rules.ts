import { CI_RULES } from './rules/workflows-ci.ts';
import { CONFIGURED_SECRET_RULES } from './rules/configured-secrets.ts';
import { DEPENDENCY_RULES } from './rules/dependencies.ts';
import { GATE_SETTING_RULES } from './rules/gate-settings.ts';
import { CREDENTIAL_RULES } from './rules/hard-coded-credentials.ts';
import { HIDDEN_TEXT_RULES } from './rules/hidden-text.ts';
import { HOMOGLYPH_RULES } from './rules/homoglyphs.ts';
import { JAVASCRIPT_CODE_RULES } from './rules/javascript-code.ts';
import { JAVASCRIPT_SETTING_RULES } from './rules/javascript-settings.ts';
import { PYTHON_CODE_RULES } from './rules/python-code.ts';
import { PYTHON_SETTING_RULES } from './rules/python-settings.ts';
import { REVIEWER_BAIT_RULES } from './rules/reviewer-bait.ts';
import { RUBY_CODE_RULES } from './rules/ruby-code.ts';
import { RUBY_SETTING_RULES } from './rules/ruby-settings.ts';
import { SUPPRESSION_RULES } from './rules/suppressions.ts';
import { LINK_RULES } from './rules/symbolic-links.ts';
import { TEST_EXIT_RULES } from './rules/test-exits.ts';
import { TEST_TAMPERING_RULES } from './rules/test-tampering.ts';
import type { PatternRule, TextRule } from './scan-rule.ts';

/** Rules over the syntax tree. A new family is one line here. */
export const PATTERN_RULES: readonly PatternRule[] = [
  ...RUBY_CODE_RULES,
  ...RUBY_SETTING_RULES,
  ...JAVASCRIPT_CODE_RULES,
  ...JAVASCRIPT_SETTING_RULES,
  ...PYTHON_CODE_RULES,
  ...PYTHON_SETTING_RULES,
  ...CREDENTIAL_RULES,
  ...HOMOGLYPH_RULES,
  ...TEST_EXIT_RULES,
];

/** Rules over the text of a file, or over both its sides. */
export const TEXT_RULES: readonly TextRule[] = [
  ...HIDDEN_TEXT_RULES,
  ...REVIEWER_BAIT_RULES,
  ...TEST_TAMPERING_RULES,
  ...SUPPRESSION_RULES,
  ...CI_RULES,
  ...GATE_SETTING_RULES,
  ...DEPENDENCY_RULES,
  ...CONFIGURED_SECRET_RULES,
  ...LINK_RULES,
];
