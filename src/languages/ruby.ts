import type { LintFormat, TestFormat } from '../tool-output/formats.ts';
import type {
  InstallNetwork,
  InstallStep,
  LanguageProfile,
  RepositoryView,
  ToolChoice,
  ToolCommand,
} from './language-profile.ts';
import { RSPEC_GUARD, RUBOCOP_GUARD } from './ruby-guards.ts';
import { pickOptions, wordsOf } from './words.ts';
import type { OptionTable } from './words.ts';

/** RSpec by way of bundler, and RuboCop: what the fleet runs on its own gems. */
export const ruby: LanguageProfile = {
  language: 'Ruby',
  names: ['ruby', 'rb'],
  detects: (files) =>
    files.some((file) => /^(?:Gemfile|\.rspec|\.rubocop\.yml|[^/]+\.gemspec|spec\/.*_spec\.rb)$/.test(file)),
  install,
  tests: chooseTests,
  defaultTests: (files) => rspec('', files),
  lint: (_setup, files) => rubocop(files),
  configures: {
    tests: /^(?:\.rspec|Gemfile(?:\.lock)?|spec\/(?:spec|rails)_helper\.rb)$/,
    lint: /(?:^|\/)\.rubocop(?:_todo)?(?:\.yml)?$/,
  },
};

function chooseTests(setup: RepositoryView, files: readonly string[]): ToolChoice<TestFormat> | undefined {
  if (setup.files.some((file) => file === '.rspec' || /^spec\/.*_spec\.rb$/.test(file))) {
    return { kind: 'run', tool: rspec(setup.read('.rspec') ?? '', files) };
  }
  if (setup.files.some((file) => /^test\/(?:.*_test|(?:.*\/)?test_[^/]*)\.rb$/.test(file))) {
    return {
      kind: 'unsupported',
      because: 'its tests are run by Minitest or test-unit, which write no report that can be trusted',
    };
  }
  return undefined;
}

/** What of `.rspec` is taken over. The rest could cut the run, and so is not: a dry run, another exit code, another format. */
const RSPEC_OPTIONS: OptionTable = {
  '--require': 'keep value',
  '-r': 'keep value',
  '-I': 'keep value',
  '--pattern': 'keep value',
  '-P': 'keep value',
  '--exclude-pattern': 'keep value',
  '--default-path': 'keep value',
  '--tag': 'keep value',
  '-t': 'keep value',
  '--order': 'keep value',
  '--warnings': 'keep',
  '-w': 'keep',
  '--backtrace': 'keep',
  '--format': 'drop value',
  '-f': 'drop value',
  '--out': 'drop value',
  '-o': 'drop value',
  '--failure-exit-code': 'drop value',
  '--error-exit-code': 'drop value',
  '--seed': 'drop value',
};

/** `--options` with an empty file makes RSpec ignore every `.rspec`, also a personal one; ours come last and win. */
function rspec(dotRspec: string, files: readonly string[]): ToolCommand<TestFormat> {
  const taken = pickOptions(
    dotRspec
      .split('\n')
      .filter((line) => !/^\s*#|<%/.test(line))
      .flatMap((line) => splitShort(wordsOf(line))),
    RSPEC_OPTIONS,
  );
  const ours = ['--options', '/dev/null', '--require', `{report}/${RSPEC_GUARD.file}`];
  const last = ['--no-fail-fast', '--failure-exit-code', '1', '--error-exit-code', '99', '--no-color'];
  const formats = ['--format', 'progress', '--format', 'json', '--out', '{report}/rspec.json'];
  return {
    command: [...bundled(files), 'rspec', ...ours, ...taken.options, ...last, ...formats],
    shown: [...bundled(files), 'rspec'].join(' '),
    env: environment(files),
    report: { file: 'rspec.json', format: 'rspec-json' },
    guard: RSPEC_GUARD,
  };
}

/** `-rspec_helper` is `-r spec_helper`. */
function splitShort(words: string[]): string[] {
  return words.flatMap((word) => (/^-[rIPtfo]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word]));
}

/** A level of our own, so that `.rubocop` cannot let lesser offenses exit 0; no cache, which would keep a crash quiet. */
function rubocop(files: readonly string[]): ToolChoice<LintFormat> {
  const ours = [
    '--require',
    `{report}/${RUBOCOP_GUARD.file}`,
    '--cache',
    'false',
    '--fail-level',
    'refactor',
    '--no-color',
  ];
  const formats = ['--format', 'progress', '--format', 'json', '--out', '{report}/rubocop.json'];
  const tool: ToolCommand<LintFormat> = {
    command: [...bundled(files), 'rubocop', ...ours, ...formats],
    shown: [...bundled(files), 'rubocop'].join(' '),
    env: environment(files),
    report: { file: 'rubocop.json', format: 'rubocop-json' },
    guard: RUBOCOP_GUARD,
  };
  return { kind: 'run', tool };
}

function bundled(files: readonly string[]): string[] {
  return files.includes('Gemfile') ? ['bundle', 'exec'] : [];
}

/** A repository's `.bundle/config` beats the environment, so bundler is pointed at a folder that has none. */
function environment(files: readonly string[]): Record<string, string> {
  if (!files.includes('Gemfile')) return {};
  const frozen: Record<string, string> = files.includes('Gemfile.lock') ? { BUNDLE_FROZEN: 'true' } : {};
  return {
    BUNDLE_APP_CONFIG: '{report}/bundle-config',
    BUNDLE_SILENCE_ROOT_WARNING: '1',
    GEM_HOME: '{report}/gems',
    ...frozen,
  };
}

function install(head: RepositoryView, network: InstallNetwork): InstallStep | undefined {
  if (!head.files.includes('Gemfile')) return undefined;
  const local = network === 'none' ? ['--local'] : [];
  return { command: ['bundle', 'install', ...local], env: environment(head.files) };
}
