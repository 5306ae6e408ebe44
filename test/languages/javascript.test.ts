import { describe, expect, it } from '@jest/globals';
import { javascript } from '../../src/languages/javascript.ts';
import { aView, packageJson } from './a-view.ts';

function tests(fields: Record<string, unknown>, files: readonly string[] = []) {
  return javascript.tests(aView(packageJson(fields)), files);
}

function testScript(script: string, files: readonly string[] = []): string {
  const choice = tests({ scripts: { test: script } }, files);
  return choice?.kind === 'run' ? choice.tool.command.join(' ') : (choice?.kind ?? 'none');
}

function lint(fields: Record<string, unknown>) {
  return javascript.lint(aView(packageJson(fields)), []);
}

describe('a project in JavaScript', () => {
  it.each([
    'jest --passWithNoTests',
    'jest --bail',
    'jest -t adds',
    'jest --testNamePattern adds',
    'jest --onlyChanged',
    'jest --shard=1/2',
    'jest --outputFile x',
    'jest --reporters default summary --ci',
  ])('does not take over what makes fewer tests count: %s', (script) => {
    expect(testScript(script)).toMatch(
      /^node node_modules\/jest\/bin\/jest\.js --ci --json --outputFile=\{report\}\/jest\.json/,
    );
  });

  it.each([
    'node --test --test-name-pattern=x',
    'node --test --test-name-pattern x',
    'node --test --test-only',
    'node --test --test-reporter tap',
    'node --test-shard=1/2 --test',
    'node --test --test-force-exit',
  ])('does not take over filters and reporters of node:test: %s', (script) => {
    expect(testScript(script)).toBe(
      'node --require {report}/node-test-guard.cjs --test --test-reporter=junit --test-reporter-destination={report}/tests.xml --test-reporter=spec --test-reporter-destination=stdout',
    );
  });

  it.each([
    'npm run build && jest',
    'tsc && node --test',
    'jest | cat',
    'jest; true',
    'jest || true',
    'mocha',
    'make test',
    'node run-tests.js',
    'jest & wait',
    'FOO=$(x) jest',
  ])('is not guessed at where the script does more than call a runner: %s', (script) => {
    expect(testScript(script)).toBe('unsupported');
    expect(tests({ scripts: { test: script }, devDependencies: { jest: '30' } })).toMatchObject({
      kind: 'unsupported',
    });
  });

  it.each([
    ['node --test --odd src/passing.test.js', '--odd'],
    ['jest --findRelatedTests src/a.js', '--findRelatedTests'],
    ['jest --listTests', '--listTests'],
    ['jest -it adds', '-it'],
    ['jest -- src/a.test.js', '--'],
    ['vitest run --odd src/a.test.js', '--odd'],
  ])('is not guessed at where its test script has an option that we do not know: %s', (test, option) => {
    expect(tests({ scripts: { test } })).toEqual({
      kind: 'unsupported',
      because: `its test script has the option \`${option}\`, which is not known here`,
    });
  });

  it('is not linted where its lint script has an option that we do not know: the word after it may be its value', () => {
    expect(lint({ scripts: { lint: 'eslint --odd src/clean.js' } })).toMatchObject({ kind: 'unsupported' });
  });

  it('keeps each of several values with its option, so that none becomes the only file that is run', () => {
    expect(testScript('jest --projects one two')).toMatch(/jest\.js --projects one two --ci/);
    expect(testScript('jest --collectCoverageFrom a b --runInBand')).toMatch(/jest\.js --runInBand --ci/);
    expect(testScript('node --test --test-coverage-include src/a.js')).not.toMatch(/src\/a\.js/);
  });

  it('is not guessed at where something runs before the test script', () => {
    expect(tests({ scripts: { pretest: 'npm run build', test: 'jest' } })).toMatchObject({ kind: 'unsupported' });
  });

  it('takes loaders, environment and files over from the script', () => {
    expect(
      testScript('eslint . && NODE_ENV=test node --import tsx --test "test/**/*.test.ts"', [
        'test/a.test.ts',
        'test/b/c.test.ts',
        'test/d.ts',
      ]),
    ).toMatch(/^node --require \S+ --import tsx --test .* test\/a\.test\.ts test\/b\/c\.test\.ts$/);
    expect(tests({ scripts: { test: 'NODE_ENV=test cross-env A=b jest -c x.js --runInBand' } })).toMatchObject({
      tool: { env: { NODE_ENV: 'test', A: 'b' } },
    });
    expect(testScript('node --experimental-vm-modules node_modules/jest/bin/jest.js -i')).toMatch(
      /^node --experimental-vm-modules node_modules\/jest\/bin\/jest\.js -i --ci/,
    );
  });

  it('keeps a pattern that matches no file, so that the runner does not choose files by itself', () => {
    expect(testScript('node --test test/*.js', ['other/a.js'])).toMatch(/ test\/\*\.js$/);
  });

  it('takes the runner that is installed, else node:test where there are test files', () => {
    expect(tests({ devDependencies: { jest: '30' } })).toMatchObject({
      tool: { report: { format: 'jest-json' }, needs: { tool: 'jest' } },
    });
    expect(tests({ devDependencies: { vitest: '3' }, scripts: { test: 'vitest' } })).toMatchObject({
      tool: { shown: 'vitest run', needs: { tool: 'vitest' } },
    });
    expect(javascript.tests(aView({ 'test/a.test.js': '' }), [])).toMatchObject({
      tool: { report: { format: 'junit-xml' } },
    });
    expect(tests({ scripts: { test: 'echo "Error: no test specified" && exit 1' } })).toBeUndefined();
  });

  it.each(['{', '[]', '{"scripts":7,"devDependencies":["jest"]}', 'null'])(
    'has no set-up where package.json is %s',
    (text) => {
      expect(javascript.tests(aView({ 'package.json': text }), [])).toBeUndefined();
    },
  );

  it('is linted with ESLint where it has it, and with no linter where it has none', () => {
    expect(lint({ devDependencies: { eslint: '^9.1.0' } })).toMatchObject({
      tool: { command: expect.arrayContaining(['--stats', '.']) },
    });
    expect(javascript.lint(aView({ 'eslint.config.js': '' }), [])).toMatchObject({ kind: 'run' });
    expect(lint({})).toBeUndefined();
    expect(lint({ scripts: { lint: 'biome check' } })).toMatchObject({ kind: 'unsupported' });
  });

  it('takes targets and the allowed warnings from the lint script, but neither fixing nor quiet passing', () => {
    const choice = lint({
      scripts: {
        lint: 'eslint src --fix --cache --max-warnings=3 --pass-on-no-patterns -f stylish && prettier --check .',
      },
    });
    expect(choice).toMatchObject({ tool: { report: { maxWarnings: 3 }, shown: 'eslint src' } });
    expect(choice?.kind === 'run' ? choice.tool.command.join(' ') : '').toBe(
      'node node_modules/eslint/bin/eslint.js src --max-warnings=3 --format json --output-file {report}/eslint.json',
    );
  });

  it('installs what is declared, without scripts of dependencies, and offline without a network', () => {
    const head = aView({ ...packageJson({ devDependencies: { jest: '30' } }), 'package-lock.json': '' });
    expect(javascript.install(head, 'none')?.command).toEqual([
      'npm',
      'ci',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--offline',
    ]);
    expect(javascript.install(head, 'shared')?.command).not.toContain('--offline');
    expect(javascript.install(aView(packageJson({})), 'none')).toBeUndefined();
    expect(
      javascript.install(aView({ ...packageJson({ dependencies: { a: '1' } }), 'node_modules/': '' }), 'none'),
    ).toBeUndefined();
  });
});
