import { expect, it } from '@jest/globals';
import type { Outcome } from '../../src/domain/check.ts';
import type { Files } from '../builders/a-repository.ts';
import { runToolOn } from '../builders/a-tool-run.ts';
import { needs } from '../needs.ts';

const BASE: Files = {
  Gemfile: "# frozen_string_literal: true\n\nsource 'https://rubygems.org'\ngem 'rubocop', require: false\n",
  '.rubocop.yml': 'AllCops:\n  NewCops: disable\n',
  'lib/sum.rb': '# frozen_string_literal: true\n\nputs 1\n',
};

const CLEAN: Files = { 'lib/more.rb': '# frozen_string_literal: true\n\nputs 2\n' };
const OFFENDING: Files = { 'lib/more.rb': '# frozen_string_literal: true\n\nputs   "two"\n' };

function lint(change: Files, base: Files = BASE): Promise<Outcome> {
  return runToolOn({ check: 'lint', base, change, language: 'Ruby' });
}

const CRASHING_COP = `# frozen_string_literal: true

module RuboCop
  module Cop
    module Custom
      # Crashes.
      class Bad < Base
        def on_send(_node)
          raise 'boom'
        end
      end
    end
  end
end
`;

needs('ruby', 'rubocop').describe('a project with RuboCop', () => {
  it('passes where nothing is offended', async () => {
    expect(await lint(CLEAN)).toMatchObject({ status: 'passed', score: 1 });
  }, 60_000);

  it('fails with file, line and cop of each offense', async () => {
    const outcome = await lint(OFFENDING);
    expect(outcome).toMatchObject({
      status: 'failed',
      issues: expect.arrayContaining([expect.stringMatching(/^lib\/more\.rb:3: Style\/StringLiterals: /)]),
    });
  }, 60_000);

  it('is not judged where the change loads code of its own that keeps every cop from looking', async () => {
    const blind =
      '# frozen_string_literal: true\n\nmodule RuboCop\n  # Sees nothing.\n  class Runner\n    def inspect_file(*)\n      [[], false]\n    end\n  end\nend\n';
    const change = {
      ...OFFENDING,
      '.rubocop.yml': `require: ./lib/blind.rb\n${BASE['.rubocop.yml'] as string}`,
      'lib/blind.rb': blind,
    };
    expect(await lint(change)).toMatchObject({ status: 'unjudged', because: expect.stringMatching(/no cop looked/) });
  }, 60_000);

  it.each([
    ['a syntax error', { 'lib/more.rb': 'def x(\n' }],
    ['a .rubocop file that lets lesser offenses exit 0', { ...OFFENDING, '.rubocop': '--fail-level error\n' }],
  ] satisfies [string, Files][])(
    'fails with %s',
    async (_, change) => {
      expect(await lint(change)).toMatchObject({ status: 'failed' });
    },
    60_000,
  );

  it.each([
    [
      'a cop that crashes',
      {
        ...CLEAN,
        'lib/bad.rb': CRASHING_COP,
        '.rubocop.yml': 'require: ./lib/bad.rb\nAllCops:\n  NewCops: disable\nCustom/Bad:\n  Enabled: true\n',
      },
      'An error occurred while Custom/Bad',
    ],
    ['an unknown cop', { '.rubocop.yml': 'Style/NoSuchCop:\n  Enabled: true\n' }, 'the linter itself failed'],
    ['bad YAML', { '.rubocop.yml': 'AllCops: [\n' }, 'the linter itself failed'],
    [
      'a required file that is missing',
      { '.rubocop.yml': 'require: no_such_file_anywhere\n' },
      'the linter itself failed',
    ],
    [
      'a required file that exits 0',
      { 'lib/leave.rb': 'exit 0\n', '.rubocop.yml': 'require: ./lib/leave.rb\n' },
      'wrote no report',
    ],
    [
      'all files excluded',
      { ...OFFENDING, '.rubocop.yml': 'AllCops:\n  NewCops: disable\n  Exclude:\n    - "**/*"\n' },
      'looked at no file',
    ],
    [
      'all cops switched off',
      { ...OFFENDING, '.rubocop.yml': 'AllCops:\n  DisabledByDefault: true\n' },
      'no cop looked',
    ],
    ['no Ruby file', { Gemfile: null, 'lib/sum.rb': null }, 'looked at no file'],
    [
      'a linter that is killed',
      { 'lib/leave.rb': 'Process.kill(:KILL, Process.pid)\nsleep 5\n', '.rubocop.yml': 'require: ./lib/leave.rb\n' },
      'the linter itself failed',
    ],
    [
      'a linter that is interrupted',
      { 'lib/leave.rb': 'Process.kill(:INT, Process.pid)\nsleep 1\n', '.rubocop.yml': 'require: ./lib/leave.rb\n' },
      'the linter itself failed',
    ],
    ['no RuboCop in the bundle', { Gemfile: "source 'https://rubygems.org'\n" }, 'the linter itself failed'],
  ] satisfies [string, Files, string][])(
    'is not judged with %s',
    async (_, change, because) => {
      const outcome = await lint(change);
      expect(outcome).toMatchObject({ status: 'unjudged', because: expect.stringContaining(because) });
    },
    60_000,
  );

  it('tells that the change itself edits the configuration of the linter', async () => {
    const outcome = await lint({ ...CLEAN, '.rubocop.yml': 'AllCops:\n  NewCops: disable\n  Exclude: []\n' });
    expect(outcome).toMatchObject({ status: 'passed', notes: [expect.stringContaining('.rubocop.yml')] });
  }, 60_000);
});
