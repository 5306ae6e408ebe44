import type { PatternRule } from '../scan-rule.ts';
import { FROM_REQUEST, VALUE, anyArgument, call, firstArgument, receiver } from './ruby-shapes.ts';

const ruby = { languages: ['ruby'], level: 'blocking' } as const;

/** What a value that came from outside is called. */
const STRANGERS =
  '(?i)decode64|unpack|\\brecv|\\bbody\\b|cookie|session|request|payload|user|upload|^@?data$|^raw\\b|\\binput\\b|^content$|^serialized|^encoded|redis|memcache';

/** Data that becomes objects. */
export const RUBY_DESERIALIZATION_RULES: readonly PatternRule[] = [
  {
    ...ruby,
    id: 'ruby/marshal-load',
    why: 'Marshal.load runs code that the data chooses. Read JSON instead.',
    rule: call(
      'load|restore',
      receiver('(?:::)?Marshal'),
      firstArgument({ any: [FROM_REQUEST, { regex: STRANGERS }] }),
      { not: firstArgument({ regex: 'Marshal\\.dump|^File\\.|^Gem\\.|^__' }) },
    ),
    noteInTests: true,
    flags: ['Marshal.load(cookies[:user])', 'Marshal.load(Base64.decode64(text))', 'Marshal.load(payload)'],
    ignores: [
      'Marshal.load(Marshal.dump(config))',
      'JSON.parse(payload)',
      'Marshal.dump(x)',
      'Marshal.load(File.binread(path))',
    ],
  },
  {
    ...ruby,
    id: 'ruby/marshal-load-of-value',
    level: 'note',
    why: 'Marshal.load runs code that the data chooses: only for files that nobody else can write. Prefer JSON.',
    rule: call('load|restore', receiver('(?:::)?Marshal'), { not: firstArgument({ regex: 'Marshal\\.dump' }) }),
    flags: ['Marshal.load(File.binread(path))'],
    ignores: ['Marshal.load(Marshal.dump(config))'],
  },
  {
    ...ruby,
    id: 'ruby/unsafe-yaml',
    why: 'Builds any object that the YAML names. Use YAML.safe_load.',
    rule: {
      any: [
        call('unsafe_load', receiver('(?:::)?(?:YAML|Psych)'), firstArgument(VALUE)),
        call(
          'load|load_stream|load_documents',
          receiver('(?:::)?(?:YAML|Psych)'),
          firstArgument({ any: [FROM_REQUEST, { regex: STRANGERS }] }),
          { not: anyArgument({ kind: 'pair', regex: 'permitted_classes|safe' }) },
          { not: firstArgument({ regex: '^File\\.' }) },
        ),
      ],
    },
    noteInTests: true,
    flags: [
      'YAML.load(params[:config])',
      'YAML.unsafe_load(text)',
      'Psych.load(request.body.read)',
      'YAML.load(user_input)',
    ],
    ignores: [
      'YAML.safe_load(text)',
      'YAML.load_file("config.yml")',
      'YAML.load("a: 1")',
      'YAML.load(data, permitted_classes: [Date])',
    ],
  },
];
