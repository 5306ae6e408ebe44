import type { LintReport, Reading, TestReport } from '../domain/evidence.ts';
import { readEslintJson } from './eslint-json.ts';
import { readJestJson } from './jest-json.ts';
import { readJunitXml } from './junit-xml.ts';
import type { ReportContext } from './report-context.ts';
import { readRspecJson } from './rspec-json.ts';
import { readRubocopJson } from './rubocop-json.ts';

export const TEST_FORMATS = ['rspec-json', 'jest-json', 'junit-xml'] as const;
export type TestFormat = (typeof TEST_FORMATS)[number];

export const LINT_FORMATS = ['rubocop-json', 'eslint-json'] as const;
export type LintFormat = (typeof LINT_FORMATS)[number];

type Reader<Report> = (text: string, context: ReportContext) => Reading<Report>;

/** Which reader reads which format; a profile or `.lex-validator.yml` names the format. */
export const TEST_READERS: Record<TestFormat, Reader<TestReport>> = {
  'rspec-json': readRspecJson,
  'jest-json': readJestJson,
  'junit-xml': readJunitXml,
};

export const LINT_READERS: Record<LintFormat, Reader<LintReport>> = {
  'rubocop-json': readRubocopJson,
  'eslint-json': readEslintJson,
};
