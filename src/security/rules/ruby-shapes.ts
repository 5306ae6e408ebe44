import type { Rule } from '@ast-grep/napi';

/** Values that a stranger sends with a request. */
const REQUEST = String.raw`^(?:params|request\.(?:params|query_parameters|query_string|body|headers|referer|referrer|url|fullpath)|cookies)\b`;

/** Interpolating these cannot break out of a shell word, an SQL literal or a path: constants and what was escaped, quoted or made a number. */
const HARMLESS = String.raw`^#\{\s*(?:[A-Z][A-Za-z0-9_]*(?:::[A-Z][A-Za-z0-9_]*)*|Integer\(.*|.*(?:escape|quote|sanitize|to_i\b|to_f\b|\.size\b|\.length\b|\.count\b|table_name|column_name|Process\.pid|\$\$|\$PID|__dir__|__FILE__).*)\s*\}$`;

export const ANY_STRING: Rule = { any: [{ kind: 'string' }, { kind: 'heredoc_body' }, { kind: 'chained_string' }] };

/** An interpolation that may carry anything. */
export const OPEN_INTERPOLATION: Rule = { kind: 'interpolation', not: { regex: HARMLESS } };

export const INTERPOLATED: Rule = { kind: 'string', has: OPEN_INTERPOLATION };

/** `"text" + value`, in either order. */
export const CONCATENATED: Rule = {
  kind: 'binary',
  all: [
    { has: { field: 'operator', regex: String.raw`^\+$` } },
    { has: { kind: 'string', stopBy: 'end' } },
    {
      has: {
        any: [{ kind: 'identifier' }, { kind: 'call' }, { kind: 'element_reference' }, { kind: 'instance_variable' }],
        stopBy: { kind: 'string' },
      },
    },
  ],
};

/** Something that is not written out in the code. */
export const VALUE: Rule = {
  any: [
    { kind: 'identifier' },
    { kind: 'instance_variable' },
    { kind: 'element_reference' },
    { kind: 'call' },
    INTERPOLATED,
    CONCATENATED,
  ],
};

/** A request value itself, something built from it, or a variable of the same method that was assigned from one. */
export const FROM_REQUEST: Rule = {
  any: [
    { any: [{ kind: 'element_reference' }, { kind: 'call' }, { kind: 'identifier' }], regex: REQUEST },
    {
      any: [{ kind: 'string' }, { kind: 'binary' }, { kind: 'call' }],
      has: { any: [{ kind: 'element_reference' }, { kind: 'call' }], regex: REQUEST, stopBy: 'end' },
      not: { regex: 'escape|sanitize|basename|to_i\\b|Integer\\(|url_for|whitelist|allowlist' },
    },
    {
      all: [
        { kind: 'identifier', pattern: '$NAME' },
        {
          inside: {
            kind: 'method',
            stopBy: 'end',
            has: {
              kind: 'assignment',
              stopBy: 'end',
              all: [
                { has: { field: 'left', pattern: '$NAME' } },
                { has: { field: 'right', regex: REQUEST + String.raw`[^.]*$` } },
              ],
            },
          },
        },
      ],
    },
  ],
};

/** A call by method name (a regular expression, anchored here). */
export function call(method: string, ...also: Rule[]): Rule {
  return { kind: 'call', all: [{ has: { field: 'method', regex: `^(?:${method})$` } }, ...also] };
}

export function receiver(text: string): Rule {
  return { has: { field: 'receiver', regex: `^(?:${text})$` } };
}

export const NO_RECEIVER: Rule = { not: { has: { field: 'receiver', regex: '.' } } };

export function firstArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { nthChild: 1, ...rule } } };
}

export function anyArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { ...rule, stopBy: 'end' } } };
}

/** A keyword or hash entry `name: value`, both by regular expression. */
export function pair(key: string, value: string): Rule {
  return {
    kind: 'pair',
    all: [
      { has: { field: 'key', regex: `^[:"']*(?:${key})["':]*$` } },
      { has: { field: 'value', regex: `^(?:${value})$` } },
    ],
  };
}
