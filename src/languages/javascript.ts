import type { LintFormat, TestFormat } from '../tool-output/formats.ts';
import { eslint, ESLINT_OPTIONS } from './eslint.ts';
import { jest, JEST_OPTIONS, vitest, VITEST_OPTIONS } from './jest-and-vitest.ts';
import type {
  InstallNetwork,
  InstallStep,
  LanguageProfile,
  RepositoryView,
  ToolChoice,
  ToolCommand,
} from './language-profile.ts';
import { nodeTest, NODE_TEST_OPTIONS } from './node-test.ts';
import { hasDependencies, rangeOf, readPackageJson, readScript } from './package-json.ts';
import type { PackageJson } from './package-json.ts';
import type { ScriptCall } from './script-calls.ts';
import { unlistedOptions } from './words.ts';
import type { OptionTable } from './words.ts';

/** JavaScript and TypeScript: Jest, Vitest or Node's own runner, and ESLint, from the project's `node_modules`. */
export const javascript: LanguageProfile = {
  language: 'JavaScript',
  names: ['javascript', 'typescript', 'js', 'ts', 'node', 'jsx', 'tsx'],
  detects: (files) => files.includes('package.json'),
  install,
  tests: chooseTests,
  defaultTests: (files) => nodeTest(null, files),
  lint: chooseLint,
  configures: {
    tests: /^(?:package\.json|\.env|(?:jest|vitest|vite|babel)\.config\.[cm]?[jt]s(?:on)?|\.babelrc(?:\.json)?)$/,
    lint: /(?:^|\/)(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.[a-z]+)?|\.eslintignore)$/,
  },
};

type Runner = 'jest' | 'vitest' | 'node';

const RUN: Record<Runner, (call: ScriptCall | null, files: readonly string[]) => ToolCommand<TestFormat>> = {
  jest: (call) => jest(call),
  vitest: (call) => vitest(call),
  node: nodeTest,
};

const OPTIONS: Record<Runner, OptionTable> = { jest: JEST_OPTIONS, vitest: VITEST_OPTIONS, node: NODE_TEST_OPTIONS };

const TEST_FILE = /(?:^|\/)(?:test\/.*|test|test-[^/]*|[^/]*[.\-_]test)\.[cm]?[jt]s$/;

function chooseTests(setup: RepositoryView, files: readonly string[]): ToolChoice<TestFormat> | undefined {
  const pkg = readPackageJson(setup);
  const script = readScript(pkg, 'test', (call) => runnerOf(call) !== undefined);
  if (script.kind === 'other') return { kind: 'unsupported', because: `its test script is \`${script.script}\`` };
  const call = script.kind === 'call' ? script.call : null;
  const runner = (call === null ? undefined : runnerOf(call)) ?? runnerIn(pkg);
  if (runner !== undefined) return unlisted('test', call, OPTIONS[runner]) ?? run(RUN[runner](call, files));
  return setup.files.some((file) => TEST_FILE.test(file)) ? run(nodeTest(null, files)) : undefined;
}

/** `node script.js` is a program of the project's own; only `node --test` is the runner. */
function runnerOf({ program, args }: ScriptCall): Runner | undefined {
  if (program === 'node') return args.includes('--test') ? 'node' : undefined;
  return program === 'jest' || program === 'vitest' ? program : undefined;
}

function runnerIn(pkg: PackageJson): 'jest' | 'vitest' | undefined {
  return (['vitest', 'jest'] as const).find((name) => rangeOf(pkg, name) !== undefined);
}

const ESLINT_CONFIG = /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.[a-z]+)?)$/;

function chooseLint(setup: RepositoryView): ToolChoice<LintFormat> | undefined {
  const pkg = readPackageJson(setup);
  const script = readScript(pkg, 'lint', (call) => call.program === 'eslint');
  if (script.kind === 'call') return unlisted('lint', script.call, ESLINT_OPTIONS) ?? run(eslint(script.call, pkg));
  if (rangeOf(pkg, 'eslint') !== undefined || setup.files.some((file) => ESLINT_CONFIG.test(file)))
    return run(eslint(null, pkg));
  return script.kind === 'other'
    ? { kind: 'unsupported', because: `its lint script is \`${script.script}\`` }
    : undefined;
}

/** The value of such an option would be taken for a file, and then that file alone would be looked at. */
function unlisted(script: string, call: ScriptCall | null, table: OptionTable): ToolChoice<never> | undefined {
  const [option] = unlistedOptions(call?.args ?? [], table);
  if (option === undefined) return undefined;
  return { kind: 'unsupported', because: `its ${script} script has the option \`${option}\`, which is not known here` };
}

function run<Format extends string>(tool: ToolCommand<Format>): ToolChoice<Format> {
  return { kind: 'run', tool };
}

/** Scripts of dependencies are never run. Without a network npm may still install from a cache, or fail and say so. */
function install(head: RepositoryView, network: InstallNetwork): InstallStep | undefined {
  const isThere = head.files.some((file) => file.startsWith('node_modules/'));
  if (isThere || !hasDependencies(readPackageJson(head))) return undefined;
  const verb = head.files.some((file) => file === 'package-lock.json' || file === 'npm-shrinkwrap.json')
    ? 'ci'
    : 'install';
  const offline = network === 'none' ? ['--offline'] : [];
  return {
    command: ['npm', verb, '--ignore-scripts', '--no-audit', '--no-fund', ...offline],
    env: { npm_config_update_notifier: 'false' },
  };
}
