import type { Rule } from '@ast-grep/napi';
import type { GuardKinds, TestDialect } from './test-dialect.ts';

const GUARDED_RUBY: Rule = {
  not: {
    inside: {
      stopBy: { any: [{ kind: 'do_block' }, { kind: 'block' }, { kind: 'method' }] },
      any: [{ kind: 'if_modifier' }, { kind: 'unless_modifier' }, { kind: 'if' }, { kind: 'unless' }],
    },
  },
};
const NO_RECEIVER: Rule = { not: { has: { field: 'receiver', regex: '.' } } };
const METADATA = '^(?:it|specify|example|describe|context|feature|scenario|test)$';

function rubyMetadata(words: string): Rule {
  return {
    kind: 'call',
    all: [
      { has: { field: 'method', regex: METADATA } },
      {
        has: {
          field: 'arguments',
          has: {
            any: [
              { kind: 'simple_symbol', regex: `^:(?:${words})$` },
              { kind: 'pair', regex: `^:?(?:${words})(?::|\\s*=>)\\s*(?:true|["'].*)$` },
            ],
          },
        },
      },
    ],
  };
}

const GUARDS: GuardKinds = {
  conditions: ['if', 'unless', 'if_modifier', 'unless_modifier', 'conditional', 'case', 'case_match', 'while', 'until'],
  rescues: ['begin', 'body_statement', 'block_body', 'rescue_modifier'],
  logical: ['binary'],
  exits: ['return', 'next', 'break'],
  scopes: ['do_block', 'block', 'method', 'lambda'],
};

/** How tests are written in this language. */
export const RUBY_TESTS: TestDialect = {
  cases: {
    any: [
      {
        kind: 'call',
        all: [
          { has: { field: 'method', regex: '^[xf]?(?:it|specify|example|scenario)$|^test$|^its$' } },
          NO_RECEIVER,
          { has: { field: 'block', regex: '.' } },
        ],
      },
      { kind: 'method', has: { field: 'name', regex: '^test_' } },
    ],
  },
  title: (node) => {
    const first = node
      .field('arguments')
      ?.children()
      .find((child) => child.isNamed());
    return node.field('name')?.text() ?? first?.text() ?? '';
  },
  assertions: {
    any: [
      {
        kind: 'call',
        has: {
          field: 'method',
          regex:
            '^(?:expect|should|should_not|is_expected|are_expected|assert\\w*|refute\\w*|must_\\w+|wont_\\w+|flunk|expect_\\w+|verify|subject_should|have_received|to|not_to|to_not)$',
        },
      },
      { kind: 'identifier', regex: '^(?:is_expected|should\\w*|assert\\w*|flunk)$' },
    ],
  },
  skips: {
    any: [
      {
        any: [
          {
            kind: 'call',
            all: [
              {
                has: {
                  field: 'method',
                  regex: '^(?:xit|xdescribe|xcontext|xspecify|xexample|xfeature|xscenario|skip|pending|omit)$',
                },
              },
              NO_RECEIVER,
            ],
          },
          {
            kind: 'identifier',
            regex: '^(?:skip|pending|xit)$',
            inside: { any: [{ kind: 'body_statement' }, { kind: 'block_body' }, { kind: 'program' }] },
          },
        ],
        ...GUARDED_RUBY,
      },
      rubyMetadata('skip|pending'),
    ],
  },
  focus: {
    any: [
      {
        kind: 'call',
        all: [
          {
            has: { field: 'method', regex: '^(?:fit|fdescribe|fcontext|fspecify|fexample|ffeature|fscenario|focus)$' },
          },
          NO_RECEIVER,
          { has: { field: 'block', regex: '.' } },
        ],
      },
      rubyMetadata('focus'),
    ],
  },
  guards: GUARDS,
};
