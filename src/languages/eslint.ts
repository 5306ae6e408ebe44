import type { LintFormat } from '../tool-output/formats.ts';
import type { ToolCommand } from './language-profile.ts';
import { rangeOf } from './package-json.ts';
import type { PackageJson } from './package-json.ts';
import type { ScriptCall } from './script-calls.ts';
import { pickOptions } from './words.ts';
import type { OptionTable } from './words.ts';

/** What of the lint script is taken over. Not here: fixing, caching, other formats, and letting no files pass. */
export const ESLINT_OPTIONS: OptionTable = {
  '--config': 'keep value',
  '-c': 'keep value',
  '--ext': 'keep value',
  '--ignore-path': 'keep value',
  '--ignore-pattern': 'keep value',
  '--max-warnings': 'keep value',
  '--rule': 'keep value',
  '--parser': 'keep value',
  '--plugin': 'keep value',
  '--rulesdir': 'keep value',
  '--flag': 'keep value',
  '--no-inline-config': 'keep',
  '--report-unused-disable-directives': 'keep',
  '--no-eslintrc': 'keep',
  '--format': 'drop value',
  '-f': 'drop value',
  '--output-file': 'drop value',
  '-o': 'drop value',
  '--cache-location': 'drop value',
  '--cache-strategy': 'drop value',
  '--fix-type': 'drop value',
  '--resolve-plugins-relative-to': 'keep value',
  '--env': 'keep value',
  '--global': 'keep value',
  '--parser-options': 'keep value',
  '--fix': 'drop',
  '--fix-dry-run': 'drop',
  '--cache': 'drop',
  '--quiet': 'drop',
  '--color': 'drop',
  '--no-color': 'drop',
  '--stats': 'drop',
  '--no-error-on-unmatched-pattern': 'drop',
  '--pass-on-no-patterns': 'drop',
  '--exit-on-fatal-error': 'drop',
};

export function eslint(call: ScriptCall | null, pkg: PackageJson): ToolCommand<LintFormat> {
  const picked = pickOptions(call?.args ?? [], ESLINT_OPTIONS);
  const targets = picked.positionals.length > 0 ? picked.positionals : ['.'];
  const ours = ['--format', 'json', '--output-file', '{report}/eslint.json', ...(tellsRules(pkg) ? ['--stats'] : [])];
  return {
    command: [
      'node',
      ...(call?.nodeOptions ?? []),
      'node_modules/eslint/bin/eslint.js',
      ...targets,
      ...picked.options,
      ...ours,
    ],
    shown: ['eslint', ...targets].join(' '),
    env: call?.env ?? {},
    report: { file: 'eslint.json', format: 'eslint-json', maxWarnings: maxWarningsOf(picked.options) },
    needs: { file: 'node_modules/eslint/bin/eslint.js', tool: 'eslint' },
  };
}

/** `--stats` came with version 9. It says which rules ran, and so tells a linter without any rule from a clean one. */
function tellsRules(pkg: PackageJson): boolean {
  const major = /^[\^~>=v\s]*(\d+)/.exec(rangeOf(pkg, 'eslint') ?? '')?.[1];
  return major !== undefined && Number(major) >= 9;
}

function maxWarningsOf(options: readonly string[]): number | undefined {
  const at = options.findIndex((option) => option.split('=', 1)[0] === '--max-warnings');
  if (at < 0) return undefined;
  const value = Number(options[at]?.split('=')[1] ?? options[at + 1]);
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
