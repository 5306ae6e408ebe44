import { parse } from 'yaml';
import { z } from 'zod';
import { LINT_FORMATS, TEST_FORMATS } from '../tool-output/formats.ts';
import type { InstallStep, ToolCommand } from './language-profile.ts';

const command = z.array(z.string().min(1)).min(1, 'a command needs a program');
const env = z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).default({});
const file = z.string().regex(/^\{report\}\/[\w-][\w.-]*$/, 'must be `{report}/` and a file name');

const tool = <Formats extends readonly [string, ...string[]]>(formats: Formats) =>
  z.strictObject({ command, env, report: z.strictObject({ file, format: z.enum(formats) }) });

const rules = z.strictObject({
  tests: tool(TEST_FORMATS).optional(),
  lint: tool(LINT_FORMATS).optional(),
  install: z.strictObject({ command, env }).optional(),
});

/** What a repository says of itself in `.lex-validator.yml`: its own commands, each in place of the profile's. */
export interface RepositoryRules {
  tests?: ToolCommand<(typeof TEST_FORMATS)[number]>;
  lint?: ToolCommand<(typeof LINT_FORMATS)[number]>;
  install?: InstallStep;
}

export type RulesReading = { kind: 'read'; rules: RepositoryRules } | { kind: 'wrong'; because: string };

/** Strict: a misspelt field is named, since a rule that was silently left out would judge something else. */
export function readRepositoryRules(text: string | null): RulesReading {
  if (text === null) return { kind: 'read', rules: {} };
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 }) ?? {};
  } catch (error) {
    return {
      kind: 'wrong',
      because: `.lex-validator.yml is not YAML: ${(error as Error).message.split('\n', 1)[0] ?? ''}`,
    };
  }
  const parsed = rules.safeParse(value);
  if (!parsed.success) return { kind: 'wrong', because: `.lex-validator.yml: ${describe(parsed.error)}` };
  const { tests, lint, install } = parsed.data;
  return { kind: 'read', rules: { tests: tests && toTool(tests), lint: lint && toTool(lint), install } };
}

/** Inside, a report is named relative to its folder. */
function toTool<Tool extends { command: string[]; report: { file: string } }>(read: Tool): Tool & { shown: string } {
  const file = read.report.file.slice('{report}/'.length);
  return { ...read, shown: read.command.join(' '), report: { ...read.report, file } };
}

function describe(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'top level'}: ${issue.message}`).join('; ');
}
