import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';

/** Cyrillic and Greek letters that look like Latin ones, by code point. */
const LOOKALIKES =
  '\\u{0430}\\u{0435}\\u{043E}\\u{0440}\\u{0441}\\u{0443}\\u{0445}\\u{0456}\\u{0458}\\u{0455}\\u{0501}\\u{04BB}\\u{0410}\\u{0412}\\u{0415}\\u{041A}\\u{041C}\\u{041D}\\u{041E}\\u{0420}\\u{0421}\\u{0422}\\u{0425}\\u{03BF}\\u{0391}\\u{0392}\\u{0395}\\u{0396}\\u{0397}\\u{0399}\\u{039A}\\u{039C}\\u{039D}\\u{039F}\\u{03A1}\\u{03A4}\\u{03A5}\\u{03A7}';
const MIXED_SCRIPT = `[A-Za-z]\\w*[${LOOKALIKES}]|[${LOOKALIKES}]\\w*[A-Za-z]`;
const mentions = [...LOOKALIKES.matchAll(/[0-9A-F]{4}/gu)].map(([code]) =>
  String.fromCodePoint(parseInt(code, 16)).toLowerCase(),
);
const why = 'The name mixes Latin letters with look-alikes of another script: it is not the name that it seems to be.';
const CYRILLIC_A = String.fromCodePoint(0x430);

function mixedName(kinds: readonly string[]): PatternRule['rule'] {
  return { any: kinds.map((kind) => ({ kind })), regex: MIXED_SCRIPT };
}

/** Identifiers that are drawn alike and compared unlike (CVE-2021-42694). */
export const HOMOGLYPH_RULES: readonly PatternRule[] = [
  {
    id: 'ruby/look-alike-name',
    languages: ['ruby'],
    level: 'blocking',
    why,
    mentions,
    rule: mixedName(['identifier', 'constant', 'instance_variable', 'hash_key_symbol', 'simple_symbol']),
    flags: [`def is_${CYRILLIC_A}dmin; end`, `p${CYRILLIC_A}ss = 1`],
    ignores: ['def is_admin; end', `${CYRILLIC_A}${CYRILLIC_A} = 1`],
  },
  {
    id: 'javascript/look-alike-name',
    languages: JAVASCRIPTS,
    level: 'blocking',
    why,
    mentions,
    rule: mixedName([
      'identifier',
      'property_identifier',
      'shorthand_property_identifier',
      'shorthand_property_identifier_pattern',
    ]),
    flags: [`function is${CYRILLIC_A}dmin() {}`, `user.${CYRILLIC_A}dmin = 1`],
    ignores: ['function isAdmin() {}'],
  },
  {
    id: 'python/look-alike-name',
    languages: ['python'],
    level: 'blocking',
    why,
    mentions,
    rule: mixedName(['identifier']),
    flags: [`def is_${CYRILLIC_A}dmin(): pass`],
    ignores: ['def is_admin(): pass'],
  },
];
