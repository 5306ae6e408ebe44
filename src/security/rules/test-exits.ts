import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import * as js from './javascript-shapes.ts';
import * as py from './python-shapes.ts';
import * as rb from './ruby-shapes.ts';

const card = { level: 'blocking', onlyInTests: true } as const;
const EXIT = 'Ends the test run early and reports success for what did not run. Let the runner end.';
const REPORT = 'Changes what the test framework reports. A test is judged by what it asserts.';

/** Ways to make a runner report a success that no test earned; looked for in tests and their helpers. */
export const TEST_EXIT_RULES: readonly PatternRule[] = [
  {
    ...card,
    id: 'ruby/exit-in-tests',
    languages: ['ruby'],
    why: EXIT,
    rule: {
      any: [
        rb.call(
          'exit',
          { any: [rb.NO_RECEIVER, rb.receiver('Kernel|Process')] },
          {
            any: [
              rb.firstArgument({ regex: '^(?:0|true)$' }),
              { not: { has: { field: 'arguments', regex: '[^()\\s]' } } },
            ],
          },
        ),
        rb.call('exit!', { any: [rb.NO_RECEIVER, rb.receiver('Kernel|Process')] }),
        {
          kind: 'identifier',
          regex: '^exit!?$',
          inside: {
            any: [
              { kind: 'program' },
              { kind: 'body_statement' },
              { kind: 'block_body' },
              { kind: 'then' },
              { kind: 'if_modifier' },
              { kind: 'unless_modifier' },
            ],
          },
        },
      ],
      not: {
        inside: {
          stopBy: 'end',
          kind: 'call',
          any: [
            { has: { field: 'receiver', regex: '^expect\\b' } },
            { has: { field: 'method', regex: '^(?:expect|assert_\\w+|fork|lambda|proc|capture\\w*)$' } },
          ],
        },
      },
    },
    flags: ['exit(0)', 'exit!', 'at_exit { exit 0 }', 'exit! 0', 'it "a" do\n  exit\nend'],
    ignores: ['exit(1)', 'expect { exit(0) }.to raise_error(SystemExit)', 'object.exit'],
  },
  {
    ...card,
    id: 'ruby/report-changed',
    languages: ['ruby'],
    why: REPORT,
    rule: {
      any: [
        {
          kind: 'assignment',
          all: [
            { has: { field: 'left', regex: '^config\\.(?:dry_run|failure_exit_code|error_exit_code)$' } },
            { has: { field: 'right', regex: '^(?:true|0)$' } },
          ],
        },
        {
          kind: 'call',
          all: [
            { has: { field: 'method', regex: '^(?:class_eval|prepend|define_method|class_exec)$' } },
            {
              has: {
                field: 'receiver',
                regex: '^(?:::)?(?:RSpec::(?:Core|Expectations)|Minitest::(?:Test|Assertions|Runnable))\\b',
              },
            },
          ],
        },
        {
          kind: 'class',
          has: {
            field: 'name',
            regex: '^(?:::)?(?:RSpec::Core::\\w+|RSpec::Expectations::\\w+|Minitest::(?:Runnable|Result|Reporter))$',
          },
        },
      ],
    },
    flags: [
      'RSpec.configure { |config| config.failure_exit_code = 0 }',
      'config.dry_run = true',
      'RSpec::Core::Example.class_eval { def run(*) = true }',
      'RSpec::Expectations::ExpectationTarget.prepend(Always)',
    ],
    ignores: ['config.dry_run = false', 'config.failure_exit_code = 2', 'RSpec::Core::RakeTask.new(:spec)'],
  },
  {
    ...card,
    id: 'ruby/tests-left-out',
    languages: ['ruby'],
    why: 'Examples or whole files are left out of the run, whether they would pass or not. Take it out.',
    rule: {
      any: [
        rb.call('filter_run_excluding|filter_run_including|filter_run', rb.receiver('\\w+'), {
          not: rb.firstArgument({ regex: 'focus' }),
        }),
        {
          kind: 'assignment',
          has: {
            field: 'left',
            regex: '^config\\.(?:pattern|exclude_pattern|files_to_run|exclusion_filter|inclusion_filter)$',
          },
        },
      ],
    },
    flags: [
      'RSpec.configure { |config| config.filter_run_excluding :slow }',
      'config.filter_run_including fast: true',
      "config.exclude_pattern = 'spec/foo_spec.rb'",
      "config.pattern = 'spec/a_spec.rb'",
    ],
    ignores: ['config.filter_run_when_matching :focus', 'config.filter_run focus: true', 'matcher.pattern = 1'],
  },
  {
    ...card,
    id: 'javascript/exit-in-tests',
    languages: JAVASCRIPTS,
    why: EXIT,
    rule: js.call('process\\.(?:exit|reallyExit)', {
      any: [js.firstArgument({ regex: '^0$' }), { has: { field: 'arguments', regex: '^\\(\\s*\\)$' } }],
    }),
    flags: ['process.exit(0)', 'afterAll(() => process.exit())'],
    ignores: ['process.exit(1)', 'stub.process(0)'],
  },
  {
    ...card,
    id: 'python/exit-in-tests',
    languages: ['python'],
    why: EXIT,
    rule: {
      any: [
        py.call('os\\._exit'),
        py.call('(?:sys\\.)?exit|quit', {
          any: [py.firstArgument({ regex: '^(?:0|None)$' }), { has: { field: 'arguments', regex: '^\\(\\s*\\)$' } }],
        }),
      ],
      not: { inside: { stopBy: 'end', kind: 'with_statement' } },
    },
    flags: ['os._exit(0)', 'import sys\nsys.exit(0)', 'exit()'],
    ignores: ['sys.exit(1)', 'with pytest.raises(SystemExit):\n    sys.exit(0)', 'sys.exit(main())'],
  },
  {
    ...card,
    id: 'python/report-changed',
    languages: ['python'],
    why: REPORT,
    rule: {
      any: [
        py.assignment('outcome', { kind: 'string', regex: 'passed' }),
        py.assignment('(?:session\\.)?exitstatus', { regex: '^(?:0|(?:pytest\\.)?ExitCode\\.OK)$' }),
        {
          kind: 'function_definition',
          all: [
            { has: { field: 'name', regex: '^(?:__eq__|__ne__)$' } },
            { has: { field: 'body', regex: '^return True$' } },
          ],
        },
      ],
    },
    flags: [
      'report.outcome = "passed"',
      'def pytest_sessionfinish(session, exitstatus):\n    session.exitstatus = 0',
      'class A:\n    def __eq__(self, other):\n        return True',
    ],
    ignores: [
      'assert report.outcome == "passed"',
      'class A:\n    def __eq__(self, other):\n        return self.a == other.a',
    ],
  },
];
