import type { TestFormat } from '../tool-output/formats.ts';
import { expandPattern } from './glob.ts';
import type { Guard, ToolCommand } from './language-profile.ts';
import type { ScriptCall } from './script-calls.ts';
import { pickOptions } from './words.ts';
import type { OptionTable } from './words.ts';

/**
 * A test file that calls `process.exit(0)` loses every test that it had not yet reported, and node:test calls it passed.
 * The guard makes such an exit a failure of that file; programs that the tests start are left alone. It also writes which
 * files ran: node:test reports a file without a test of its own as one passing test of the file's name. And the assertions and the
 * runner's functions cannot be replaced: code that makes every assertion hold would leave no trace in a report.
 */
const EXIT_GUARD: Guard = {
  file: 'node-test-guard.cjs',
  writes: 'node-test-files.txt',
  text: `'use strict';
const runner = 'LEX_VALIDATOR_TEST_RUNNER';
if (process.env.NODE_TEST_CONTEXT === undefined) {
  process.env[runner] = process.env[runner] || String(process.pid);
} else if (process.env[runner] === String(process.ppid)) {
  require('node:fs').appendFileSync(require('node:path').join(__dirname, 'node-test-files.txt'), process.argv[1] + '\\n');
  for (const name of ['node:assert', 'node:test']) {
    const module = require(name);
    for (const [key, value] of Object.entries(module)) {
      if (typeof value === 'function') Object.defineProperty(module, key, { value, writable: false, configurable: false });
    }
  }
  const exit = process.exit;
  process.exit = (code) => {
    console.error('lex-validator: a test file called process.exit; what it had not yet reported is lost');
    return exit(code || process.exitCode || 87);
  };
}
`,
};

export const NODE_TEST_OPTIONS: OptionTable = {
  '--import': 'keep value',
  '--require': 'keep value',
  '-r': 'keep value',
  '--loader': 'keep value',
  '--experimental-loader': 'keep value',
  '--conditions': 'keep value',
  '-C': 'keep value',
  '--env-file': 'keep value',
  '--test-concurrency': 'keep value',
  '--test-timeout': 'keep value',
  '--env-file-if-exists': 'keep value',
  '--disable-warning': 'keep value',
  '--max-old-space-size': 'keep value',
  '--experimental-default-type': 'keep value',
  '--experimental-specifier-resolution': 'keep value',
  '--unhandled-rejections': 'keep value',
  '--experimental-strip-types': 'keep',
  '--experimental-transform-types': 'keep',
  '--experimental-global-webcrypto': 'keep',
  '--experimental-json-modules': 'keep',
  '--experimental-wasm-modules': 'keep',
  '--throw-deprecation': 'keep',
  '--no-deprecation': 'keep',
  '--trace-warnings': 'keep',
  '--experimental-test-module-mocks': 'keep',
  '--experimental-vm-modules': 'keep',
  '--enable-source-maps': 'keep',
  '--expose-gc': 'keep',
  '--no-warnings': 'keep',
  '--test-reporter': 'drop value',
  '--test-reporter-destination': 'drop value',
  '--test-name-pattern': 'drop value',
  '--test-skip-pattern': 'drop value',
  '--test-shard': 'drop value',
  '--test-coverage-include': 'drop value',
  '--test-coverage-exclude': 'drop value',
  '--test-coverage-lines': 'drop value',
  '--test-coverage-branches': 'drop value',
  '--test-coverage-functions': 'drop value',
  '--test-isolation': 'drop value',
  '--experimental-test-isolation': 'drop value',
  '--test': 'drop',
  '--test-only': 'drop',
  '--test-force-exit': 'drop',
  '--watch': 'drop',
  '--experimental-test-coverage': 'drop',
  '--experimental-test-snapshots': 'drop',
  '--test-update-snapshots': 'drop',
};

/** Node's own runner, with what the project's script says of loaders and files; filters of the script are not taken over. */
export function nodeTest(call: ScriptCall | null, files: readonly string[]): ToolCommand<TestFormat> {
  const picked = pickOptions(call?.args ?? [], NODE_TEST_OPTIONS);
  const reporters = [
    '--test-reporter=junit',
    '--test-reporter-destination={report}/tests.xml',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
  ];
  const named = picked.positionals.flatMap((pattern) => expandPattern(pattern, files));
  return {
    command: ['node', '--require', `{report}/${EXIT_GUARD.file}`, ...picked.options, '--test', ...reporters, ...named],
    shown: ['node', '--test', ...picked.positionals].join(' '),
    env: call?.env ?? {},
    report: { file: 'tests.xml', format: 'junit-xml' },
    guard: EXIT_GUARD,
  };
}
