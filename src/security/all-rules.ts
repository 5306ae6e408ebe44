import { BULK_SUPPRESSION_RULES } from './rules/bulk-suppressions.ts';
import { CI_RULES } from './rules/workflows-ci.ts';
import { CONFIGURED_SECRET_RULES } from './rules/configured-secrets.ts';
import { DEPENDENCY_RULES } from './rules/dependencies.ts';
import { GATE_SETTING_RULES } from './rules/gate-settings.ts';
import { CREDENTIAL_RULES } from './rules/hard-coded-credentials.ts';
import { HIDDEN_TEXT_RULES } from './rules/hidden-text.ts';
import { HOMOGLYPH_RULES } from './rules/homoglyphs.ts';
import { JAVASCRIPT_EXECUTION_RULES } from './rules/javascript-execution.ts';
import { JAVASCRIPT_INPUT_RULES } from './rules/javascript-input.ts';
import { JAVASCRIPT_CRYPTOGRAPHY_RULES } from './rules/javascript-cryptography.ts';
import { JAVASCRIPT_PAGE_RULES } from './rules/javascript-pages.ts';
import { JAVASCRIPT_SETTINGS_RULES } from './rules/javascript-settings.ts';
import { LINTER_RULES } from './rules/linter-loosened.ts';
import { PYTHON_EXECUTION_RULES } from './rules/python-execution.ts';
import { PYTHON_INPUT_RULES } from './rules/python-input.ts';
import { PYTHON_CRYPTOGRAPHY_RULES } from './rules/python-cryptography.ts';
import { PYTHON_SETTINGS_RULES } from './rules/python-settings.ts';
import { RUBY_DESERIALIZATION_RULES } from './rules/ruby-deserialization.ts';
import { RUBY_EXECUTION_RULES } from './rules/ruby-execution.ts';
import { RUBY_INPUT_RULES } from './rules/ruby-input.ts';
import { RUBY_CRYPTOGRAPHY_RULES } from './rules/ruby-cryptography.ts';
import { RUBY_SETTINGS_RULES } from './rules/ruby-settings.ts';
import { REVIEWER_BAIT_RULES } from './rules/reviewer-bait.ts';
import { REPLACED_TOOL_RULES } from './rules/replaced-tools.ts';
import { RUNNER_RULES } from './rules/runner-loosened.ts';
import { SUPPRESSION_RULES } from './rules/suppressions.ts';
import { LINK_RULES } from './rules/symbolic-links.ts';
import { TEST_EXIT_RULES } from './rules/test-exits.ts';
import { TEST_TAMPERING_RULES } from './rules/test-tampering.ts';
import type { PatternRule, TextRule } from './scan-rule.ts';

/** Rules over the syntax tree. A new family is one line here. */
export const PATTERN_RULES: readonly PatternRule[] = [
  ...JAVASCRIPT_EXECUTION_RULES,
  ...JAVASCRIPT_INPUT_RULES,
  ...JAVASCRIPT_CRYPTOGRAPHY_RULES,
  ...JAVASCRIPT_PAGE_RULES,
  ...JAVASCRIPT_SETTINGS_RULES,
  ...PYTHON_EXECUTION_RULES,
  ...PYTHON_INPUT_RULES,
  ...PYTHON_CRYPTOGRAPHY_RULES,
  ...PYTHON_SETTINGS_RULES,
  ...RUBY_DESERIALIZATION_RULES,
  ...RUBY_EXECUTION_RULES,
  ...RUBY_INPUT_RULES,
  ...RUBY_CRYPTOGRAPHY_RULES,
  ...RUBY_SETTINGS_RULES,
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
  ...BULK_SUPPRESSION_RULES,
  ...CI_RULES,
  ...GATE_SETTING_RULES,
  ...LINTER_RULES,
  ...RUNNER_RULES,
  ...REPLACED_TOOL_RULES,
  ...DEPENDENCY_RULES,
  ...CONFIGURED_SECRET_RULES,
  ...LINK_RULES,
];
