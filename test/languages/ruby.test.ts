import { describe, expect, it } from '@jest/globals';
import { ruby } from '../../src/languages/ruby.ts';
import { aView } from './a-view.ts';

const SPEC = { 'spec/a_spec.rb': '' };

function rspecFor(dotRspec: string): string {
  const choice = ruby.tests(aView({ ...SPEC, '.rspec': dotRspec }), ['spec/a_spec.rb']);
  return choice?.kind === 'run' ? choice.tool.command.join(' ') : JSON.stringify(choice);
}

describe('a project in Ruby', () => {
  it.each([
    '--dry-run',
    '--failure-exit-code 0',
    '--failure-exit-code=0',
    '--fail-fast',
    '--only-failures',
    '--next-failure',
    '--example x',
    '--format json',
    '--out f',
    '-fd',
    '-e x',
    '--no-such',
  ])('does not take %s from .rspec', (option) => {
    const command = rspecFor(`${option}\n--require spec_helper\n`);
    const [before = ''] = command.split(' --no-fail-fast');
    expect(before).not.toContain(option.split(/[ =]/)[0]);
    expect(before).toContain('--require spec_helper');
  });

  it('keeps what .rspec says of loading and choosing files', () => {
    expect(
      rspecFor('--require spec_helper -Ilib\n# --dry-run\n--pattern "spec/**/*_spec.rb"\n--tag ~slow\n'),
    ).toContain(
      '--require spec_helper -I lib --pattern spec/**/*_spec.rb --tag ~slow --no-fail-fast --failure-exit-code 1',
    );
  });

  it('goes through bundler where there is a Gemfile, frozen where there is a lock, and past .bundle/config', () => {
    const choice = ruby.tests(aView(SPEC), ['Gemfile', 'Gemfile.lock', 'spec/a_spec.rb']);
    expect(choice).toMatchObject({
      tool: { shown: 'bundle exec rspec', env: { BUNDLE_FROZEN: 'true', BUNDLE_APP_CONFIG: '{report}/bundle-config' } },
    });
    expect(ruby.tests(aView(SPEC), ['spec/a_spec.rb'])).toMatchObject({ tool: { shown: 'rspec', env: {} } });
  });

  it('is not run with RSpec where its tests are Minitest', () => {
    expect(ruby.tests(aView({ 'test/sum_test.rb': '' }), [])).toMatchObject({ kind: 'unsupported' });
  });

  it('has no set-up for tests without a spec, and then takes RSpec, which finds none', () => {
    expect(ruby.tests(aView({ 'lib/a.rb': '' }), [])).toBeUndefined();
    expect(ruby.defaultTests([]).command[0]).toBe('rspec');
  });

  it('installs only where there is a Gemfile, and locally without a network', () => {
    expect(ruby.install(aView({}), 'none')).toBeUndefined();
    expect(ruby.install(aView({ Gemfile: '' }), 'none')?.command).toEqual(['bundle', 'install', '--local']);
    expect(ruby.install(aView({ Gemfile: '' }), 'shared')?.command).toEqual(['bundle', 'install']);
  });
});
