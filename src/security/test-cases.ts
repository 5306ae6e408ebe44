import type { Rule, SgNode } from '@ast-grep/napi';
import type { CodeLanguage } from './code-language.ts';
import type { SideView } from './file-view.ts';
import { nodesMatching } from './tree-nodes.ts';

/** One test as its author wrote it. */
export interface TestCase {
  /** Its title's text, or its function's name. */
  title: string;
  assertions: number;
  start: number;
  end: number;
}

interface Dialect {
  cases: Rule;
  title: (node: SgNode) => string;
  assertions: Rule;
  skips: Rule;
  focus: Rule;
}

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

const ruby: Dialect = {
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
  title: (node) => node.field('name')?.text() ?? node.field('arguments')?.child(0)?.text() ?? '',
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
};

const javascript: Dialect = {
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
};

const GUARDED_PYTHON: Rule = {
  not: {
    inside: { stopBy: { kind: 'function_definition' }, any: [{ kind: 'if_statement' }, { kind: 'except_clause' }] },
  },
};

const python: Dialect = {
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
};

const DIALECTS: Readonly<Record<CodeLanguage, Dialect>> = {
  ruby,
  python,
  javascript,
  typescript: javascript,
  tsx: javascript,
};

/** The tests that a file holds; none where it is not code that we read. */
export function testCases(side: SideView | null): TestCase[] {
  if (side?.language == null) return [];
  const dialect = DIALECTS[side.language];
  return nodesMatching(side.tree(), dialect.cases).map((node) => ({
    title: dialect.title(node),
    assertions: node.findAll({ rule: dialect.assertions }).length,
    start: node.range().start.index,
    end: node.range().end.index,
  }));
}

/** Markers that keep a test from running; one behind a condition, such as the platform, is no such marker. */
export function skipMarkers(side: SideView | null): SgNode[] {
  return side?.language == null ? [] : nodesMatching(side.tree(), DIALECTS[side.language].skips);
}

/** Markers that keep every other test from running. */
export function focusMarkers(side: SideView | null): SgNode[] {
  return side?.language == null ? [] : nodesMatching(side.tree(), DIALECTS[side.language].focus);
}
