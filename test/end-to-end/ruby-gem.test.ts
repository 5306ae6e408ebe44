import { expect, it } from '@jest/globals';
import { needs } from '../needs.ts';
import { testServer } from '../temporal.ts';
import { judgeCase, type GateCase } from './gate-case.ts';
import { rubyGem } from './projects.ts';

const server = testServer();

const HEAD = '# frozen_string_literal: true\n\n';
/** Put together here, so that no scanner takes it for a secret of ours. */
const TOKEN = ['ghp', '_', 'x4Qm7Zr2', 'Kp9Vt3Ws', 'Bn6Yc1Hd', 'Lf8Gj5Ta', 'Ue0R'].join('');

const spec = (body: string): string => `${HEAD}RSpec.describe LedgerKit::Split do\n${body}\nend\n`;
const WRONG = "  it 'is wrong' do\n    expect(described_class.call(1, 1)).to eq [2]\n  end";
const FAILING = { 'spec/wrong_spec.rb': spec(WRONG) };

const CASES: Record<string, GateCase> = {
  'a test that fails': {
    change: FAILING,
    verdict: 'rejected',
    wanting: { tests: 'failed' },
    says: [/^tests: 1 of 5 tests failed \(spec\/wrong_spec\.rb:4\)$/m],
  },
  'a lint offense': {
    change: { 'lib/ledger_kit/extra.rb': `${HEAD}puts "two"\n` },
    verdict: 'rejected',
    wanting: { lint: 'failed' },
    says: [/^lint: lib\/ledger_kit\/extra\.rb:3: Style\/StringLiterals/m],
  },
  'a hard-coded secret': {
    change: { 'lib/ledger_kit/remote.rb': `${HEAD}TOKEN = '${TOKEN}'\n` },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: lib\/ledger_kit\/remote\.rb:3: /m],
  },
  'eval of a variable': {
    change: {
      'lib/ledger_kit/rule.rb': `${HEAD}module LedgerKit\n  # Rules of the ledger.\n  module Rule\n    def self.call(text)\n      instance_eval(text)\n    end\n  end\nend\n`,
    },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: lib\/ledger_kit\/rule\.rb:7: /m],
  },
  'no test left': {
    change: { 'spec/split_spec.rb': null, 'spec/package_spec.rb': null },
    verdict: 'rejected',
    wanting: { tests: 'failed', security_scan: 'failed' },
    says: [/^tests: no test ran/m],
  },
  'a spec that does not load': {
    change: { 'spec/wrong_spec.rb': "RSpec.describe 'more' do\n" },
    verdict: 'rejected',
    wanting: { tests: 'failed', lint: 'failed' },
    says: [/^tests: could not be loaded: /m, /^lint: .*Lint\/Syntax/m],
  },
  'exit 0 in an example': {
    change: { 'spec/wrong_spec.rb': spec(`  it 'leaves' do\n    exit 0\n  end\n\n${WRONG}`) },
    verdict: 'rejected',
    wanting: { tests: 'failed', security_scan: 'failed' },
    says: [/^tests: .*never ended/m, /^security: spec\/wrong_spec\.rb:5: /m],
  },
  'exit! 0 at the end, from the helper': {
    change: { ...FAILING, 'spec/spec_helper.rb': `${HEAD}require 'ledger_kit'\n\nat_exit { exit!(0) }\n` },
    verdict: 'rejected',
    wanting: { tests: 'failed', security_scan: 'failed' },
    says: [/^tests: 1 of \d tests failed/m],
  },
  'a dry run from .rspec': {
    change: { ...FAILING, '.rspec': '--require spec_helper\n--dry-run\n' },
    verdict: 'rejected',
    wanting: { tests: 'failed', security_scan: 'failed' },
    says: [/^tests: 1 of 5 tests failed/m],
  },
  'a suite that hangs': {
    change: { 'spec/wrong_spec.rb': spec("  it 'waits' do\n    sleep 600\n  end") },
    settings: { fleet: { validation: { tests_timeout_seconds: 4 } } },
    verdict: 'rejected',
    wanting: { tests: 'failed' },
    says: [/^tests: the suite did not run to its end: .* was ended after 4 s/m],
  },
  'every cop switched off': {
    change: {
      '.rubocop.yml': 'AllCops:\n  DisabledByDefault: true\n',
      'lib/ledger_kit/extra.rb': 'puts   "two"\n',
    },
    verdict: 'rejected',
    wanting: { lint: 'unjudged', security_scan: 'failed' },
    says: [/^security: \.rubocop\.yml/m, /^not judged: lint: /m],
  },
  'a skip that is added': {
    change: {
      'spec/split_spec.rb': spec("  xit 'splits' do\n    expect(described_class.call(1, 1)).to eq [1]\n  end"),
    },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: spec\/split_spec\.rb/m],
  },
  'text that runs the other way': {
    change: { 'lib/ledger_kit/extra.rb': `${HEAD}puts 'two' # \u202e done \u2066\n` },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: lib\/ledger_kit\/extra\.rb:3: /m],
  },
  'a gem that is not to be had': {
    change: { Gemfile: `${HEAD}source 'https://rubygems.org'\n\ngemspec\n\ngem 'ledger_kit_nobody_has'\n` },
    verdict: 'not judged',
    wanting: { tests: 'unjudged', lint: 'unjudged' },
    says: [/^not judged: tests: dependencies could not be installed: /m],
  },
};

needs('ruby', 'rspec', 'rubocop', 'bwrap').describe('a Ruby gem', () => {
  it('is approved with 1.0 in every dimension when the change deserves it', async () => {
    const review = await judgeCase(server, rubyGem, { verdict: 'approved' });
    expect(review.score).toEqual({ completeness: 1, correctness: 1, quality: 1, security: 1, aggregate: 1 });
  }, 120_000);

  it.concurrent.each(Object.entries(CASES))(
    'is not approved with %s',
    async (_, gateCase) => {
      await judgeCase(server, rubyGem, gateCase);
    },
    180_000,
  );
});
