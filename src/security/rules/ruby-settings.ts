import type { PatternRule } from '../scan-rule.ts';
import { call, firstArgument, receiver, pair } from './ruby-shapes.ts';

const ruby = { languages: ['ruby'], level: 'blocking' } as const;

/** A safe default switched off, a debugger left. */
export const RUBY_SETTINGS_RULES: readonly PatternRule[] = [
  {
    ...ruby,
    id: 'ruby/cookie-without-protection',
    why: 'The cookie can be read by a script or over plain HTTP. Leave secure and httponly on.',
    rule: {
      ...pair('secure|httponly|http_only', 'false'),
      inside: {
        stopBy: 'end',
        any: [
          { kind: 'assignment', has: { field: 'left', regex: '^(?:response\\.)?cookies' } },
          { kind: 'call', regex: 'session_store|set_cookie|cookies' },
        ],
      },
    },
    noteInTests: true,
    flags: [
      'cookies[:token] = { value: token, httponly: false }',
      'Rails.application.config.session_store :cookie_store, key: "a", secure: false',
    ],
    ignores: ['cookies[:token] = { value: token, httponly: true, secure: true }', 'Widget.new(secure: false)'],
  },
  {
    ...ruby,
    id: 'ruby/world-writable',
    why: 'Lets every account of the machine change the file. Give the owner alone the right to write.',
    rule: call(
      'chmod|chmod_R',
      { any: [receiver('File|FileUtils'), { has: { field: 'receiver', regex: '.' } }] },
      firstArgument({ kind: 'integer', regex: '^0o?[0-7]?[67]?[0-7][2367]$' }),
    ),
    noteInTests: true,
    flags: ['File.chmod(0777, path)', 'FileUtils.chmod(0o666, path)'],
    ignores: ['File.chmod(0644, path)', 'FileUtils.chmod(0o755, path)'],
  },
  {
    ...ruby,
    id: 'ruby/forgery-protection-off',
    level: 'note',
    why: 'Other sites can post in the name of a visitor. Right for an API with tokens only.',
    rule: {
      any: [
        call('skip_before_action|skip_before_filter', firstArgument({ regex: '^:verify_authenticity_token$' })),
        {
          kind: 'assignment',
          all: [
            { has: { field: 'left', regex: 'allow_forgery_protection$' } },
            { has: { field: 'right', kind: 'false' } },
          ],
        },
      ],
    },
    flags: [
      'skip_before_action :verify_authenticity_token',
      'config.action_controller.allow_forgery_protection = false',
    ],
    ignores: ['protect_from_forgery with: :exception', 'skip_before_action :set_locale'],
  },
  {
    ...ruby,
    id: 'ruby/debugger-left',
    level: 'note',
    why: 'Stops the program and waits for a person. Take it out.',
    rule: {
      any: [
        call('pry|irb', receiver('binding')),
        {
          kind: 'identifier',
          regex: '^byebug$',
          inside: { any: [{ kind: 'body_statement' }, { kind: 'program' }, { kind: 'block_body' }, { kind: 'then' }] },
        },
      ],
    },
    flags: ['binding.pry', 'def a\n  byebug\nend'],
    ignores: ['gem "byebug"', 'console.pry'],
  },
];
