import type { Guard } from './language-profile.ts';

/** Loaded before the specs: takes back a dry run, and writes which examples are about to run. */
export const RSPEC_GUARD: Guard = {
  file: 'rspec-guard.rb',
  writes: 'rspec-expected.json',
  text: `require 'json'
RSpec.configuration.force(dry_run: false)
RSpec.configure do |config|
  config.before(:suite) do
    ids = RSpec.world.filtered_examples.values.flatten.map(&:id)
    File.write(File.join(__dir__, 'rspec-expected.json'), JSON.generate(ids))
  end
end
`,
};

/** RuboCop's report looks the same with every cop switched off: this writes how many looked at the file with the most, when they looked. */
export const RUBOCOP_GUARD: Guard = {
  file: 'rubocop-guard.rb',
  writes: 'rubocop-cops.json',
  text: `require 'json'
module LexValidatorCopCount
  MOST = [0]
  def initialize(cops, *rest, **options)
    @lex_validator_cops = cops.reject { |cop| cop.class.cop_name == 'Lint/Syntax' }.size
    super
  end
  def investigate(*source, **options)
    MOST[0] = [MOST[0], @lex_validator_cops].max
    File.write(File.join(__dir__, 'rubocop-cops.json'), JSON.generate({ cops: MOST[0] }))
    super
  end
end
RuboCop::Cop::Team.prepend(LexValidatorCopCount)
`,
};
