import type { TestFormat } from '../tool-output/formats.ts';
import type { ToolCommand } from './language-profile.ts';
import type { ScriptCall } from './script-calls.ts';
import { pickOptions } from './words.ts';
import type { OptionTable } from './words.ts';

/** What of a script's options is taken over. Not here: whatever runs fewer tests, stops early or lets no tests pass. */
const JEST_OPTIONS: OptionTable = {
  '--config': 'keep value',
  '-c': 'keep value',
  '--rootDir': 'keep value',
  '--roots': 'keep value',
  '--env': 'keep value',
  '--testEnvironment': 'keep value',
  '--testMatch': 'keep value',
  '--testRegex': 'keep value',
  '--testTimeout': 'keep value',
  '--maxWorkers': 'keep value',
  '-w': 'keep value',
  '--projects': 'keep value',
  '--setupFiles': 'keep value',
  '--testPathIgnorePatterns': 'keep value',
  '--runInBand': 'keep',
  '-i': 'keep',
  '--coverage': 'keep',
  '--detectOpenHandles': 'keep',
  '--forceExit': 'keep',
  '--no-cache': 'keep',
  '--outputFile': 'drop value',
  '--reporters': 'drop value',
  '--testNamePattern': 'drop value',
  '-t': 'drop value',
  '--shard': 'drop value',
  '--changedSince': 'drop value',
  '--selectProjects': 'drop value',
  '--coverageDirectory': 'drop value',
  '--coverageReporters': 'drop value',
  '--cacheDirectory': 'drop value',
  '--collectCoverageFrom': 'drop value',
  '--testResultsProcessor': 'drop value',
};

/** `--ci` keeps it from writing a missing snapshot, which would then pass. */
export function jest(call: ScriptCall | null): ToolCommand<TestFormat> {
  const picked = pickOptions(call?.args ?? [], JEST_OPTIONS);
  const ours = [
    '--ci',
    '--json',
    '--outputFile={report}/jest.json',
    '--testLocationInResults',
    '--passWithNoTests=false',
    '--bail=0',
  ];
  return {
    command: [
      'node',
      ...(call?.nodeOptions ?? []),
      'node_modules/jest/bin/jest.js',
      ...picked.positionals,
      ...picked.options,
      ...ours,
    ],
    shown: ['jest', ...picked.positionals].join(' '),
    env: call?.env ?? {},
    report: { file: 'jest.json', format: 'jest-json' },
    needs: { file: 'node_modules/jest/bin/jest.js', tool: 'jest' },
  };
}

const VITEST_OPTIONS: OptionTable = {
  '--config': 'keep value',
  '-c': 'keep value',
  '--root': 'keep value',
  '-r': 'keep value',
  '--dir': 'keep value',
  '--environment': 'keep value',
  '--pool': 'keep value',
  '--testTimeout': 'keep value',
  '--globals': 'keep',
  '--coverage': 'keep',
  '--no-file-parallelism': 'keep',
  '--reporter': 'drop value',
  '--outputFile': 'drop value',
  '--testNamePattern': 'drop value',
  '-t': 'drop value',
  '--shard': 'drop value',
  '--project': 'drop value',
  '--changed': 'drop value',
};

/** Vitest's JSON has the shape of Jest's. `run` or `watch` of the script is no file pattern. */
export function vitest(call: ScriptCall | null): ToolCommand<TestFormat> {
  const picked = pickOptions(call?.args ?? [], VITEST_OPTIONS);
  const named = picked.positionals.filter((word) => !['run', 'watch', 'dev'].includes(word));
  const ours = [
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json={report}/vitest.json',
    '--passWithNoTests=false',
    '--bail=0',
    '--watch=false',
  ];
  return {
    command: [
      'node',
      ...(call?.nodeOptions ?? []),
      'node_modules/vitest/vitest.mjs',
      'run',
      ...named,
      ...picked.options,
      ...ours,
    ],
    shown: ['vitest run', ...named].join(' '),
    env: { CI: 'true', ...call?.env },
    report: { file: 'vitest.json', format: 'jest-json' },
    needs: { file: 'node_modules/vitest/vitest.mjs', tool: 'vitest' },
  };
}
