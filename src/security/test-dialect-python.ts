import type { Rule } from '@ast-grep/napi';
import type { GuardKinds, TestDialect } from './test-dialect.ts';

const GUARDED_PYTHON: Rule = {
  not: {
    inside: { stopBy: { kind: 'function_definition' }, any: [{ kind: 'if_statement' }, { kind: 'except_clause' }] },
  },
};

const GUARDS: GuardKinds = {
  conditions: ['if_statement', 'conditional_expression', 'match_statement', 'while_statement'],
  rescues: ['try_statement'],
  logical: ['boolean_operator'],
  exits: ['return_statement', 'break_statement', 'continue_statement'],
  scopes: ['function_definition', 'lambda'],
};

/** How tests are written in this language. */
export const PYTHON_TESTS: TestDialect = {
  cases: { kind: 'function_definition', has: { field: 'name', regex: '^test' } },
  title: (node) => node.field('name')?.text() ?? '',
  assertions: {
    any: [
      { kind: 'assert_statement' },
      { kind: 'call', has: { field: 'function', regex: '(?:^|\\.)(?:assert\\w*|fail|raises|warns|failUnless\\w*)$' } },
    ],
  },
  skips: {
    any: [
      {
        kind: 'decorator',
        regex: '^@(?:pytest\\.mark\\.(?:skip|xfail)|(?:unittest\\.)?(?:skip|expectedFailure))(?:\\(|$)',
      },
      { kind: 'assignment', regex: '^pytestmark\\s*=\\s*\\[?\\s*pytest\\.mark\\.skip\\b' },
      {
        kind: 'call',
        all: [{ has: { field: 'function', regex: '^(?:pytest\\.skip|self\\.skipTest)$' } }],
        ...GUARDED_PYTHON,
      },
      { kind: 'raise_statement', regex: 'SkipTest', ...GUARDED_PYTHON },
    ],
  },
  focus: { kind: 'decorator', regex: '^@pytest\\.mark\\.only\\b' },
  guards: GUARDS,
};
