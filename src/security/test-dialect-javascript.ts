import type { GuardKinds, TestDialect } from './test-dialect.ts';

const GUARDS: GuardKinds = {
  conditions: ['if_statement', 'switch_statement', 'ternary_expression', 'while_statement'],
  rescues: ['try_statement'],
  logical: ['binary_expression'],
  exits: ['return_statement', 'break_statement', 'continue_statement'],
  scopes: ['arrow_function', 'function_expression', 'function_declaration', 'method_definition'],
};

/** How tests are written in this language. */
export const JAVASCRIPT_TESTS: TestDialect = {
  cases: {
    kind: 'call_expression',
    all: [
      { has: { field: 'function', regex: '^(?:x|f)?(?:it|test|specify)(?:\\.\\w+(?:\\(.*\\))?)*$' } },
      { has: { field: 'arguments', has: { any: [{ kind: 'arrow_function' }, { kind: 'function_expression' }] } } },
    ],
  },
  title: (node) => node.field('arguments')?.child(1)?.text() ?? '',
  assertions: {
    kind: 'call_expression',
    has: {
      field: 'function',
      regex:
        '^(?:expect\\w*|assert\\w*|chai\\.|sinon\\.assert|t\\.|verify)' +
        '|\\.(?:should|equal|deepEqual|strictEqual|throws|rejects|ok|assert)$',
    },
  },
  skips: {
    any: [
      {
        kind: 'call_expression',
        has: {
          field: 'function',
          regex:
            '^(?:(?:it|test|describe|suite|context|specify)(?:\\.\\w+)*\\.(?:skip|todo|fixme|fails)|x(?:it|test|describe|specify|context))(?:\\.each.*)?$',
        },
      },
      {
        kind: 'call_expression',
        all: [{ has: { field: 'function', regex: '^(?:t|this|test|context)\\.skip$' } }],
        not: { inside: { stopBy: 'end', kind: 'if_statement' } },
      },
      {
        kind: 'pair',
        regex: '^(?:skip|todo)\\s*:\\s*(?:true|["\'`].*)$',
        inside: {
          kind: 'object',
          inside: {
            kind: 'arguments',
            inside: { kind: 'call_expression', has: { field: 'function', regex: '^(?:it|test|describe|suite)$' } },
          },
        },
      },
    ],
  },
  focus: {
    any: [
      {
        kind: 'call_expression',
        has: {
          field: 'function',
          regex: '^(?:(?:it|test|describe|suite|context|specify)(?:\\.\\w+)*\\.only|f(?:it|describe))(?:\\.each.*)?$',
        },
      },
      {
        kind: 'pair',
        regex: '^only\\s*:\\s*true$',
        inside: {
          kind: 'object',
          inside: {
            kind: 'arguments',
            inside: { kind: 'call_expression', has: { field: 'function', regex: '^(?:it|test|describe|suite)$' } },
          },
        },
      },
    ],
  },
  guards: GUARDS,
};
