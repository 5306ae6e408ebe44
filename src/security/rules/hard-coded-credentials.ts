import type { Rule } from '@ast-grep/napi';
import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';

/** Words with `_?` between their parts. */
const CREDENTIAL_WORDS = [
  ...['password', 'passwd', 'passphrase', 'pwd', 'secret', 'api_?key', 'access_?key', 'auth_?token', 'access_?token'],
  ...[
    'private_?key',
    'client_?secret',
    'secret_?key',
    'secret_key_base',
    'encryption_?key',
    'signing_?key',
    'credentials',
  ],
];
const WORDS = `(?:${CREDENTIAL_WORDS.join('|')})`;
/** The name ends in such a word: `monkey`, `token_name` and `passwordField` do not. */
const NAME = `^[:"'@$]*(?:[\\w.@\\[\\]"':]*[_.\\["':])?(?i:${WORDS})["':\\]]*$|^[:"'@$]*[\\w.]*[a-z](?:Password|Passwd|Secret|ApiKey|APIKey|AccessKey|AuthToken|AccessToken|PrivateKey|ClientSecret|SecretKey)["':]*$`;

/** A quoted text of six characters or more, without blanks, that mixes letters with digits or signs. */
const MIXED = `^[bru]?["'\`][^\\s"'\`]{6,}["'\`]$`;
const HAS_LETTER = '[A-Za-z]';
const HAS_DIGIT_OR_SIGN = '[0-9!@#^&*+=?~]';
const HARMLESS = [
  '[%{}<>$()\\[\\]|;,\\\\]',
  '(?i)example|changeme|change_me|placeholder|redacted|dummy|sample|your|xxx|\\*\\*\\*|\\.\\.\\.|insert|fixme|todo|localhost|undefined|secret_?name',
  `^["'\`](?:https?://|/|\\./|\\.\\./|[#.@&?!=]|[A-Z][A-Z0-9_]*["'\`]$|[\\w-]+(?:[./:][\\w-]+)+["'\`]$|[a-z]+(?:[-_][a-z]+)*[0-9]?["'\`]$|(?i:oauth|sha|md|aes|rsa|ed|base|utf|pkcs|hmac|hs|rs|es)-?[_0-9a-z]*["'\`]$)`,
] as const;

/** A literal that reads like a credential and not like a label, a path or a variable's name. */
const LITERAL: Rule = {
  kind: 'string',
  all: [
    { regex: MIXED },
    { regex: HAS_LETTER },
    { regex: HAS_DIGIT_OR_SIGN },
    ...HARMLESS.map((regex) => ({ not: { regex } })),
  ],
};

const card = {
  mentions: CREDENTIAL_WORDS.flatMap((word) => [word.replace('_?', '_'), word.replace('_?', '')]),
  level: 'blocking',
  noteInTests: true,
  why: 'A credential is written in the code, where everyone who can read the repository has it. Read it from the environment and change it.',
} as const;

function named(kind: string, nameField: string, valueField: string): Rule {
  return { kind, all: [{ has: { field: nameField, regex: NAME } }, { has: { field: valueField, ...LITERAL } }] };
}

const PASSWORD_VALUE = ['s3cr3t', 'Pa55word'].join('!');

/** `password = "…"` in each language's spellings. */
export const CREDENTIAL_RULES: readonly PatternRule[] = [
  {
    ...card,
    id: 'ruby/hard-coded-credential',
    languages: ['ruby'],
    rule: {
      any: [
        named('assignment', 'left', 'right'),
        named('operator_assignment', 'left', 'right'),
        named('pair', 'key', 'value'),
        named('optional_parameter', 'name', 'value'),
        named('keyword_parameter', 'name', 'value'),
      ],
    },
    flags: [
      `password = "${PASSWORD_VALUE}"`,
      `API_KEY = '9f8e7d6c5b4a39281706'`,
      `connect(user: "a", password: "${PASSWORD_VALUE}")`,
      `self.client_secret = "${PASSWORD_VALUE}"`,
      `config["secret_key"] = "${PASSWORD_VALUE}"`,
      `def go(password: "${PASSWORD_VALUE}"); end`,
    ],
    ignores: [
      'password = ENV.fetch("PASSWORD")',
      'password = ""',
      'password_field = "user_password1"',
      'monkey = "a1b2c3d4"',
      'api_key = "YOUR_API_KEY_1"',
      'token_name = "abc123def"',
      'password = "password"',
      'password = "#{a}123456"',
    ],
  },
  {
    ...card,
    id: 'javascript/hard-coded-credential',
    languages: JAVASCRIPTS,
    rule: {
      any: [
        named('variable_declarator', 'name', 'value'),
        named('assignment_expression', 'left', 'right'),
        named('pair', 'key', 'value'),
        named('assignment_pattern', 'left', 'right'),
      ],
    },
    flags: [
      `const password = '${PASSWORD_VALUE}'`,
      `const c = { apiKey: "9f8e7d6c5b4a39281706" }`,
      `config.clientSecret = "${PASSWORD_VALUE}"`,
      `const dbPassword = "${PASSWORD_VALUE}"`,
    ],
    ignores: [
      'const password = process.env.PASSWORD',
      'const c = { password: "" }',
      'const keyPress = "a1b2c3d4"',
      'const passwordLabel = "Enter9"',
      'const c = { password: "field-password1" }',
      'const secret = `${a}123456`',
      'const c = { accessToken: "access_token" }',
    ],
  },
  {
    ...card,
    id: 'javascript-class/hard-coded-credential',
    languages: ['javascript'],
    rule: named('field_definition', 'property', 'value'),
    flags: [`class A { password = '${PASSWORD_VALUE}' }`],
    ignores: ['class A { password = process.env.PASSWORD }', 'class A { passwordLabel = "Enter9" }'],
  },
  {
    ...card,
    id: 'typescript-class/hard-coded-credential',
    languages: ['typescript', 'tsx'],
    rule: named('public_field_definition', 'name', 'value'),
    flags: [`class A { private password: string = '${PASSWORD_VALUE}' }`],
    ignores: ['class A { password: string = process.env.PASSWORD }', 'class A { passwordLabel = "Enter9" }'],
  },
  {
    ...card,
    id: 'python/hard-coded-credential',
    languages: ['python'],
    rule: {
      any: [
        named('assignment', 'left', 'right'),
        named('keyword_argument', 'name', 'value'),
        named('default_parameter', 'name', 'value'),
        named('typed_default_parameter', 'name', 'value'),
        named('pair', 'key', 'value'),
      ],
    },
    flags: [
      `password = "${PASSWORD_VALUE}"`,
      `connect(password="${PASSWORD_VALUE}")`,
      `SECRET_KEY = "${PASSWORD_VALUE}"`,
      `config = {"api_key": "9f8e7d6c5b4a39281706"}`,
      `def go(password="${PASSWORD_VALUE}"):\n    pass`,
    ],
    ignores: [
      'password = os.environ["PASSWORD"]',
      'password = None',
      'next_token = "abc123def"',
      'password = "<password1>"',
      'password = f"{a}123456"',
      'password_hash = "sha256"',
    ],
  },
];
