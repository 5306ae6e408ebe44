import type { Rule } from '@ast-grep/napi';

const REQUEST = String.raw`^(?:req|request|ctx(?:\.request)?)\.(?:query|body|params|headers|cookies|url|originalUrl)\b`;
const PAGE = String.raw`^(?:(?:window|document|self)\.)?location\.(?:search|hash|href)\b|^document\.(?:URL|documentURI|referrer)\b|^window\.name$`;
const STRANGER = `${REQUEST}|${PAGE}`;
const CLEANED = String.raw`(?i:sanitize|escape|purify)|encodeURI|basename|parseInt|Number\(`;

/** Constants in capitals, numbers and what was escaped cannot break out. */
const HARMLESS = String.raw`^\$\{\s*(?:[A-Z][A-Z0-9_]*|.*(?:(?i:escape|quote|sanitize|purify)|encodeURI|parseInt|Number\(|\.length\b|process\.pid|__dirname|__filename|JSON\.stringify).*)\s*\}$`;

const OPEN_SUBSTITUTION: Rule = { kind: 'template_substitution', not: { regex: HARMLESS } };

export const INTERPOLATED: Rule = { kind: 'template_string', has: OPEN_SUBSTITUTION };

const NAMED: Rule = {
  any: [
    { kind: 'identifier', not: { regex: '^[A-Z][A-Z0-9_]*$' } },
    { kind: 'member_expression' },
    { kind: 'subscript_expression' },
    { kind: 'call_expression' },
  ],
};

/** `'text' + value`, in either order. */
export const CONCATENATED: Rule = {
  kind: 'binary_expression',
  all: [
    { has: { field: 'operator', regex: String.raw`^\+$` } },
    { has: { any: [{ kind: 'string' }, { kind: 'template_string' }], stopBy: { not: { kind: 'binary_expression' } } } },
    { has: { ...NAMED, stopBy: { not: { kind: 'binary_expression' } } } },
  ],
  not: { regex: CLEANED },
};

export const BUILT: Rule = { any: [INTERPOLATED, CONCATENATED] };

/** Something that is not written out in the code. */
export const VALUE: Rule = {
  any: [
    { kind: 'identifier' },
    { kind: 'member_expression' },
    { kind: 'subscript_expression' },
    { kind: 'call_expression' },
    { kind: 'await_expression' },
    ...(BUILT.any ?? []),
  ],
};

/** A request or page-address value, something built from it, or a variable of the same function that was assigned from one. */
export const FROM_REQUEST: Rule = {
  any: [
    { any: [{ kind: 'member_expression' }, { kind: 'subscript_expression' }], regex: STRANGER },
    {
      any: [{ kind: 'template_string' }, { kind: 'binary_expression' }, { kind: 'call_expression' }],
      has: { any: [{ kind: 'member_expression' }, { kind: 'subscript_expression' }], regex: STRANGER, stopBy: 'end' },
      not: { regex: CLEANED },
    },
    {
      all: [
        { kind: 'identifier', pattern: '$NAME' },
        {
          inside: {
            kind: 'statement_block',
            stopBy: 'end',
            has: {
              kind: 'variable_declarator',
              stopBy: 'end',
              all: [
                { has: { field: 'name', pattern: '$NAME' } },
                { has: { field: 'value', regex: `(?:${STRANGER})[^(]*$` } },
              ],
            },
          },
        },
      ],
    },
  ],
};

/** A call by the text of what is called (a regular expression, anchored here). */
export function call(callee: string, ...also: Rule[]): Rule {
  return { kind: 'call_expression', all: [{ has: { field: 'function', regex: `^(?:${callee})$` } }, ...also] };
}

export function construct(callee: string, ...also: Rule[]): Rule {
  return { kind: 'new_expression', all: [{ has: { field: 'constructor', regex: `^(?:${callee})$` } }, ...also] };
}

export function firstArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { nthChild: 1, ...rule } } };
}

export function lastArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { nthChild: { position: 1, reverse: true }, ...rule } } };
}

export function anyArgument(rule: Rule): Rule {
  return { has: { field: 'arguments', has: { ...rule, stopBy: 'end' } } };
}

export function pair(key: string, value: string): Rule {
  return {
    kind: 'pair',
    all: [
      { has: { field: 'key', regex: `^["']?(?:${key})["']?$` } },
      { has: { field: 'value', regex: `^(?:${value})$` } },
    ],
  };
}

export function assignment(left: string, right: Rule): Rule {
  return {
    any: [{ kind: 'assignment_expression' }, { kind: 'augmented_assignment_expression' }],
    all: [{ has: { field: 'left', regex: `(?:${left})$` } }, { has: { field: 'right', ...right } }],
  };
}
