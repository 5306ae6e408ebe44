import type { PatternRule } from '../scan-rule.ts';
import {
  CONCATENATED,
  FROM_REQUEST,
  INTERPOLATED,
  NO_RECEIVER,
  OPEN_INTERPOLATION,
  VALUE,
  anyArgument,
  call,
  firstArgument,
  receiver,
} from './ruby-shapes.ts';

const ruby = { languages: ['ruby'], level: 'blocking' } as const;

/** Text that becomes code, a command or objects. */
export const RUBY_EXECUTION_RULES: readonly PatternRule[] = [
  {
    ...ruby,
    id: 'ruby/eval-of-value',
    why: 'Runs a value as Ruby code. Call a method by name from a fixed list instead.',
    rule: call(
      'eval|instance_eval|class_eval|module_eval',
      firstArgument(VALUE),
      {
        not: anyArgument({
          any: [{ kind: 'identifier' }, { kind: 'call' }],
          regex: '^(?:__FILE__|__LINE__|.*[Bb]inding\\b.*|TOPLEVEL_BINDING)$',
        }),
      },
      { not: firstArgument({ regex: '^(?:File|IO|Pathname)\\b|[Bb]inding' }) },
    ),
    flags: ['eval(params[:code])', 'eval "puts #{name}"', 'object.instance_eval(source)', 'Foo.class_eval(body)'],
    ignores: [
      'eval("1 + 1")',
      'instance_eval(&block)',
      'klass.class_eval { attr_reader :a }',
      'class_eval(code, __FILE__, __LINE__)',
    ],
  },
  {
    ...ruby,
    id: 'ruby/shell-with-interpolation',
    why: 'Puts a value into a shell command line. Pass the command as separate arguments: system("git", "tag", name).',
    rule: {
      any: [
        { kind: 'subshell', has: OPEN_INTERPOLATION },
        call(
          'system|exec|spawn',
          { any: [NO_RECEIVER, receiver('Kernel|Process')] },
          firstArgument({ any: [INTERPOLATED, CONCATENATED], nthChild: { position: 1, reverse: true } }),
        ),
        call(
          'system|exec|spawn',
          { any: [NO_RECEIVER, receiver('Kernel|Process')] },
          firstArgument({ any: [INTERPOLATED, CONCATENATED] }),
          { not: { has: { field: 'arguments', has: { nthChild: 2, not: { kind: 'pair' } } } } },
        ),
        call(
          'popen|popen2|popen2e|popen3|capture2|capture2e|capture3|pipeline',
          receiver('IO|Open3'),
          firstArgument({ any: [INTERPOLATED, CONCATENATED] }),
          {
            not: {
              has: {
                field: 'arguments',
                has: { nthChild: 2, any: [{ kind: 'string' }, { kind: 'identifier' }, { kind: 'splat_argument' }] },
              },
            },
          },
        ),
      ],
    },
    noteInTests: true,
    flags: [
      'system("rm -rf #{dir}")',
      '`ls #{path}`',
      'exec "cat " + file',
      'Open3.capture3("grep #{term} log")',
      'IO.popen("tar xf #{archive}")',
      '%x(curl #{url})',
    ],
    ignores: [
      'system("rm", "-rf", dir)',
      '`ls #{Shellwords.escape(path)}`',
      '`#{RUBY} -v`',
      'Open3.capture3("grep", "#{term}", "log")',
      'system("ls")',
      'task.exec("a #{b}")',
    ],
  },
  {
    ...ruby,
    id: 'ruby/shell-from-request',
    why: 'Hands a value of the request to a shell. Use a fixed command with separate arguments.',
    rule: {
      any: [
        call('system|exec|spawn|`', firstArgument(FROM_REQUEST)),
        call('popen|capture2|capture2e|capture3|popen3', receiver('IO|Open3'), firstArgument(FROM_REQUEST)),
        call('open', NO_RECEIVER, firstArgument(FROM_REQUEST)),
      ],
    },
    flags: ['system(params[:cmd])', 'Open3.capture3(params[:cmd])', 'open(params[:url])'],
    ignores: ['system("date")', 'File.exist?(params[:x])'],
  },
  {
    ...ruby,
    id: 'ruby/marshal-load',
    why: 'Marshal.load runs code that the data chooses. Read JSON instead.',
    rule: call(
      'load|restore',
      receiver('(?:::)?Marshal'),
      firstArgument({
        any: [
          FROM_REQUEST,
          { any: [{ kind: 'identifier' }, { kind: 'instance_variable' }, { kind: 'element_reference' }] },
          { kind: 'call', regex: 'decode64|unpack|body|read|get|fetch|cookies|session|redis|cache' },
        ],
      }),
      { not: firstArgument({ regex: 'Marshal\\.dump|^File\\.(?:bin)?read|^Gem\\.|^__' }) },
    ),
    noteInTests: true,
    flags: ['Marshal.load(cookies[:user])', 'Marshal.load(Base64.decode64(data))', 'Marshal.load(payload)'],
    ignores: ['Marshal.load(Marshal.dump(config))', 'JSON.parse(payload)', 'Marshal.dump(x)'],
  },
  {
    ...ruby,
    id: 'ruby/unsafe-yaml',
    why: 'Builds any object that the YAML names. Use YAML.safe_load.',
    rule: {
      any: [
        call('unsafe_load|load_documents|unsafe_load_file', receiver('(?:::)?(?:YAML|Psych)'), firstArgument(VALUE)),
        call(
          'load',
          receiver('(?:::)?(?:YAML|Psych)'),
          firstArgument({
            any: [
              FROM_REQUEST,
              { kind: 'identifier' },
              { kind: 'instance_variable' },
              { kind: 'element_reference' },
              { kind: 'call', regex: '\\bbody\\b|decode64|\\.get\\b|fetch' },
            ],
          }),
          { not: anyArgument({ kind: 'pair', regex: 'permitted_classes|safe' }) },
        ),
      ],
    },
    noteInTests: true,
    flags: ['YAML.load(params[:config])', 'YAML.unsafe_load(text)', 'Psych.load(body)'],
    ignores: [
      'YAML.safe_load(text)',
      'YAML.load_file("config.yml")',
      'YAML.load("a: 1")',
      'YAML.load(text, permitted_classes: [Date])',
    ],
  },
  {
    ...ruby,
    id: 'ruby/dispatch-from-request',
    why: 'Lets the request choose a class or a method. Look it up in a fixed list.',
    rule: {
      any: [
        call('send|__send__|public_send|method|const_get|instance_variable_get', firstArgument(FROM_REQUEST)),
        call('constantize|safe_constantize|classify', { has: { field: 'receiver', ...FROM_REQUEST } }),
      ],
    },
    flags: ['object.send(params[:method])', 'params[:type].constantize', 'Object.const_get(params[:klass])'],
    ignores: ['object.send(:name)', '"User".constantize', 'TYPES.fetch(params[:type])'],
  },
  {
    ...ruby,
    id: 'ruby/pattern-from-request',
    why: 'A stranger can write a pattern that never ends. Use Regexp.escape, or compare text.',
    rule: call('new|compile', receiver('Regexp'), firstArgument(FROM_REQUEST)),
    flags: ['Regexp.new(params[:q])'],
    ignores: ['Regexp.new(Regexp.escape(params[:q]))', 'Regexp.new("a+")'],
  },
  {
    ...ruby,
    id: 'ruby/render-from-request',
    why: 'Compiles a template that the request wrote. Render a fixed template with values.',
    rule: {
      any: [
        call(
          'render',
          anyArgument({
            kind: 'pair',
            all: [{ has: { field: 'key', regex: '^:?(?:inline|file)' } }, { has: { field: 'value', ...FROM_REQUEST } }],
          }),
        ),
        call('new', receiver('ERB|Liquid::Template|Haml::Engine'), firstArgument(FROM_REQUEST)),
      ],
    },
    flags: ['render inline: params[:template]', 'ERB.new(params[:t])'],
    ignores: ['render json: params[:id]', 'ERB.new(File.read("a.erb"))'],
  },
];
