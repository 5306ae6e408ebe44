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
    rule: {
      any: [
        call(
          'eval|instance_eval',
          firstArgument(VALUE),
          { not: firstArgument({ regex: '^(?:File|IO|Pathname)\\b|[Bb]inding' }) },
          { not: { has: { field: 'arguments', has: { nthChild: 2, not: { kind: 'pair' } } } } },
        ),
        call('eval|instance_eval|class_eval|module_eval', firstArgument(FROM_REQUEST)),
      ],
    },
    flags: [
      'eval(params[:code])',
      'eval "puts #{name}"',
      'object.instance_eval(source)',
      'Foo.class_eval(params[:body])',
    ],
    ignores: [
      'eval("1 + 1")',
      'instance_eval(&block)',
      'klass.class_eval { attr_reader :a }',
      'instance_eval(source, path)',
      'eval(source, binding, path)',
    ],
  },
  {
    ...ruby,
    id: 'ruby/class-from-text',
    level: 'note',
    why: 'Compiles text into a class. Use define_method, which cannot be broken by what is put in.',
    rule: call('class_eval|module_eval', firstArgument({ any: [VALUE, { kind: 'heredoc_beginning' }] })),
    flags: ['Foo.class_eval(body)', 'module_eval "def #{name}; end"'],
    ignores: ['klass.class_eval { attr_reader :a }'],
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
