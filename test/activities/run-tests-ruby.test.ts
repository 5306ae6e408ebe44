import { expect, it } from '@jest/globals';
import type { Outcome } from '../../src/domain/check.ts';
import type { Files } from '../builders/a-repository.ts';
import { runToolOn } from '../builders/a-tool-run.ts';
import { needs } from '../needs.ts';

const GEMFILE = "source 'https://rubygems.org'\ngem 'rspec'\ngem 'rubocop', require: false\n";

const HELPER = "$LOAD_PATH.unshift File.expand_path('../lib', __dir__)\nrequire 'sum'\n";

const BASE: Files = {
  Gemfile: GEMFILE,
  '.rspec': '--require spec_helper\n--format documentation\n',
  'lib/sum.rb': 'def sum(one, other)\n  one + other\nend\n',
  'spec/spec_helper.rb': HELPER,
  'spec/sum_spec.rb': "RSpec.describe 'sum' do\n  it('adds') { expect(sum(1, 1)).to eq 2 }\nend\n",
};

const FAILING = "RSpec.describe('more') { it('is wrong') { expect(sum(1, 1)).to eq 3 } }\n";

function tests(change: Files, base: Files = BASE): Promise<Outcome> {
  return runToolOn({ check: 'tests', base, change, language: 'ruby' });
}

function helper(config: string): Files {
  return { 'spec/more_spec.rb': FAILING, 'spec/spec_helper.rb': `${HELPER}${config}\n` };
}

/** Writes a report in which all that was expected has passed, and leaves with 0 in a way that no rule of the scan looks for. */
const FORGED_REPORT = `require 'json'
at_exit do
  folder = Dir.glob('/report').first || File.dirname($LOADED_FEATURES.grep(/rspec-guard/).first)
  ids = JSON.parse(File.read(File.join(folder, 'rspec-expected.json')))
  entry = { full_description: 'x', status: 'passed', file_path: './spec/x.rb', line_number: 1 }
  summary = { example_count: ids.size, failure_count: 0, pending_count: 0, errors_outside_of_examples_count: 0 }
  forged = { examples: ids.map { |id| entry.merge(id: id) }, summary: summary }
  File.write(File.join(folder, 'rspec.json'), JSON.generate(forged))
  Process.public_send([:ex, :it!].join, 0)
end`;

function more(body: string): Files {
  return { 'spec/more_spec.rb': `RSpec.describe('more') { ${body} }\n` };
}

needs('ruby', 'rspec').describe('a suite of RSpec', () => {
  it('passes where every example passes, with what .rspec requires', async () => {
    const outcome = await tests(more("it('adds') { expect(sum(2, 2)).to eq 4 }"));
    expect(outcome).toMatchObject({ status: 'passed', score: 1 });
  }, 60_000);

  it('passes without a Gemfile', async () => {
    const outcome = await tests({}, { ...BASE, Gemfile: null });
    expect(outcome).toMatchObject({ status: 'passed' });
  }, 60_000);

  it.each([
    ['an example that fails', more("it('is wrong') { expect(sum(1, 1)).to eq 3 }"), '1 of 2 tests failed'],
    ['a file that does not load', { 'spec/more_spec.rb': "RSpec.describe 'more' do\n" }, 'could not be loaded'],
    [
      'before(:suite) raising',
      helper("RSpec.configure { |c| c.before(:suite) { raise 'no database' } }"),
      'no database',
    ],
    [
      'after(:suite) raising',
      {
        'spec/spec_helper.rb': `${HELPER}RSpec.configure { |c| c.after(:suite) { raise 'no database' } }\n`,
      },
      'no database',
    ],
    ['no example', { 'spec/sum_spec.rb': '' }, 'no test ran'],
    [
      'every example filtered out',
      {
        'spec/sum_spec.rb':
          "RSpec.configure { |c| c.filter_run_excluding(:slow) }\nRSpec.describe('sum') { it('adds', :slow) { raise } }\n",
      },
      'no test ran',
    ],
    [
      'every example pending',
      { 'spec/sum_spec.rb': "RSpec.describe('sum') { it('adds') { pending; raise } }\n" },
      'no test ran',
    ],
    ['a pending example that passes', more("it('adds') { pending; expect(1).to eq 1 }"), '1 of 2 tests failed'],
    ['exit 0 in an example', more("it('leaves') { exit 0 }; it('is wrong') { raise }"), 'never ended'],
    ['abort in an example', more("it('leaves') { abort }"), 'never ended'],
    ['exit! 0 in an example', more("it('leaves') { exit! 0 }"), 'cannot be read'],
    ['exit 0 at top level', { 'spec/more_spec.rb': 'exit 0\n' }, 'did not run to its end'],
    [
      'SIGKILL in an example',
      more("it('leaves') { Process.kill(:KILL, Process.pid); sleep 5 }"),
      'did not run to its end',
    ],
    ['SIGTERM in an example', more("it('leaves') { Process.kill(:TERM, Process.pid); sleep 5 }"), ''],
    ['SIGINT in an example', more("it('leaves') { Process.kill(:INT, Process.pid); sleep 1 }"), ''],
    ['at_exit leaving with 0', helper('at_exit { exit! 0 }'), '1 of 2 tests failed'],
    ['failure_exit_code = 0', helper('RSpec.configure { |c| c.failure_exit_code = 0 }'), '1 of 2 tests failed'],
    [
      'a report that the suite replaces on its way out',
      helper(FORGED_REPORT),
      'RSpec itself said "2 examples, 1 failure"',
    ],
    ['a dry run by the helper', helper('RSpec.configure { |c| c.dry_run = true }'), '1 of 2 tests failed'],
    [
      'examples that are left out after a quit',
      helper('RSpec.configure { |c| c.after(:each) { RSpec.world.wants_to_quit = true } }'),
      '',
    ],
    ['fail_fast by the helper', helper('RSpec.configure { |c| c.fail_fast = true }'), '1 of 2 tests failed'],
  ] satisfies [string, Files, string][])(
    'does not pass with %s',
    async (_, change, issue) => {
      const outcome = await tests(change);
      expect(outcome.status).toBe('failed');
      expect((outcome as { issues: string[] }).issues.join('\n')).toContain(issue);
    },
    60_000,
  );

  it.each([
    '--dry-run',
    '--failure-exit-code 0',
    '--fail-fast',
    '--no-such-option',
    '--example adds',
    '--only-failures',
  ])(
    'does not pass a failing example with %s in .rspec, whoever wrote it',
    async (option) => {
      const dotRspec = `--require spec_helper\n${option}\n`;
      const byChange = await tests({ 'spec/more_spec.rb': FAILING, '.rspec': dotRspec });
      const byBase = await tests({ 'spec/more_spec.rb': FAILING }, { ...BASE, '.rspec': dotRspec });
      expect([byChange, byBase]).toMatchObject([
        {
          status: 'failed',
          issues: expect.arrayContaining([expect.stringContaining('1 of 2 tests failed')]),
        },
        {
          status: 'failed',
          issues: expect.arrayContaining([expect.stringContaining('1 of 2 tests failed')]),
        },
      ]);
    },
    60_000,
  );

  it.each([
    ['a gem that is not installed', { Gemfile: `${GEMFILE}gem 'no-such-gem-anywhere'\n` }],
    ['a Gemfile with a syntax error', { Gemfile: 'source do\n' }],
    [
      'a lock that names another version',
      {
        'Gemfile.lock':
          'GEM\n  remote: https://rubygems.org/\n  specs:\n    rspec (9.9.9)\n    rubocop (9.9.9)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rspec\n  rubocop\n\nBUNDLED WITH\n   2.3.15\n',
      },
    ],
  ] satisfies [string, Files][])(
    'is not judged with %s',
    async (_, change) => {
      const outcome = await tests(change);
      expect(outcome).toMatchObject({
        status: 'unjudged',
        because: expect.stringContaining('dependencies could not be installed'),
      });
    },
    60_000,
  );

  it('is not led astray by a .bundle/config of the repository', async () => {
    const outcome = await tests({ '.bundle/config': '---\nBUNDLE_PATH: "vendor/none"\nBUNDLE_FROZEN: "true"\n' });
    expect(outcome).toMatchObject({ status: 'passed' });
  }, 60_000);

  it('does not take a ready-made report that the change planted', async () => {
    const plant =
      "begin; File.symlink('/etc/passwd', '/report/rspec-guard.rb'); rescue StandardError; nil; end\nFile.write('/report/rspec.json', '{}') rescue nil\n";
    const outcome = await tests({ Gemfile: `${GEMFILE}${plant}`, 'spec/sum_spec.rb': 'exit! 0\n' });
    expect(outcome.status).toBe('failed');
  }, 60_000);
});
