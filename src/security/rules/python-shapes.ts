import type { Rule } from '@ast-grep/napi';

const REQUEST = String.raw`^(?:flask\.|self\.)?request\.(?:args|form|values|json|GET|POST|data|cookies|headers|get_json|query_params|files|body|META)\b`;
const CLEANED = String.raw`quote|escape|sanitize|secure_filename|basename|\bint\(|\bfloat\(`;
const HARMLESS = String.raw`^\{\s*(?:[A-Z][A-Z0-9_]*|.*(?:quote|escape|sanitize|\bint\(|\bfloat\(|\blen\(|sys\.executable|__file__|getpid).*)\s*(?::[^}]*)?\}$`;

/** An f-string that holds a value of any kind. */
const F_STRING: Rule = { kind: 'string', has: { kind: 'interpolation', not: { regex: HARMLESS } } };

const NAMED: Rule = {
  any: [
    { kind: 'identifier', not: { regex: '^[A-Z][A-Z0-9_]*$' } },
    { kind: 'attribute' },
    { kind: 'subscript' },
    { kind: 'call' },
  ],
};

/** `"text" + value` and `"text %s" % value`. */
const OPERATED: Rule = {
  kind: 'binary_operator',
  all: [
    { has: { field: 'operator', regex: '^[+%]$' } },
    {
      has: {
        kind: 'string',
        stopBy: { not: { any: [{ kind: 'binary_operator' }, { kind: 'parenthesized_expression' }] } },
      },
    },
    {
      has: {
        any: [...(NAMED.any ?? []), { kind: 'tuple' }, { kind: 'dictionary' }],
        stopBy: { not: { kind: 'binary_operator' } },
      },
    },
  ],
  not: { regex: CLEANED },
};

const FORMATTED: Rule = {
  kind: 'call',
  all: [
    {
      has: {
        field: 'function',
        kind: 'attribute',
        all: [
          { has: { field: 'object', any: [{ kind: 'string' }, { kind: 'concatenated_string' }] } },
          { has: { field: 'attribute', regex: '^format$' } },
        ],
      },
    },
    { has: { field: 'arguments', has: { any: NAMED.any, stopBy: 'end' } } },
  ],
  not: { regex: CLEANED },
};

/** A string put together from values. */
export const BUILT: Rule = { any: [F_STRING, OPERATED, FORMATTED] };

/** Something that is not written out in the code. */
export const VALUE: Rule = {
  any: [
    { kind: 'identifier' },
    { kind: 'attribute' },
    { kind: 'subscript' },
    { kind: 'call' },
    { kind: 'await' },
    F_STRING,
    OPERATED,
  ],
};

/** A request value, something built from it, or a variable of the same function that was assigned from one. */
export const FROM_REQUEST: Rule = {
  any: [
    { any: [{ kind: 'attribute' }, { kind: 'subscript' }, { kind: 'call' }], regex: REQUEST },
    {
      any: [{ kind: 'string' }, { kind: 'binary_operator' }, { kind: 'call' }],
      has: { any: [{ kind: 'attribute' }, { kind: 'subscript' }, { kind: 'call' }], regex: REQUEST, stopBy: 'end' },
      not: { regex: CLEANED },
    },
    {
      all: [
        { kind: 'identifier', pattern: '$NAME' },
        {
          inside: {
            kind: 'function_definition',
            stopBy: 'end',
            has: {
              kind: 'assignment',
              stopBy: 'end',
              all: [{ has: { field: 'left', pattern: '$NAME' } }, { has: { field: 'right', regex: REQUEST } }],
            },
          },
        },
      ],
    },
  ],
};

export function call(callee: string, ...also: Rule[]): Rule {
  return { kind: 'call', all: [{ has: { field: 'function', regex: `^(?:${callee})$` } }, ...also] };
}

export function firstArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { nthChild: 1, ...rule } } };
}

export function anyArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { ...rule, stopBy: 'end' } } };
}

export function keyword(name: string, value: string): Rule {
  return {
    kind: 'keyword_argument',
    all: [{ has: { field: 'name', regex: `^(?:${name})$` } }, { has: { field: 'value', regex: `^(?:${value})$` } }],
  };
}

export function assignment(left: string, right: Rule): Rule {
  return {
    kind: 'assignment',
    all: [{ has: { field: 'left', regex: `^(?:.*\\.)?(?:${left})$` } }, { has: { field: 'right', ...right } }],
  };
}
