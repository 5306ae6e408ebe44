import { JAVASCRIPTS } from '../code-language.ts';
import type { PatternRule } from '../scan-rule.ts';
import { anyArgument, assignment, call, firstArgument, pair } from './javascript-shapes.ts';

const javascript = { languages: JAVASCRIPTS, level: 'blocking' } as const;

/** Protection that does not protect. */
export const JAVASCRIPT_CRYPTOGRAPHY_RULES: readonly PatternRule[] = [
  {
    ...javascript,
    id: 'javascript/tls-verification-off',
    why: 'Accepts any certificate, so anyone on the way can read and change the traffic. Give it the right authority with ca.',
    rule: {
      any: [
        pair('rejectUnauthorized|strictSSL|strictSsl', 'false'),
        assignment('rejectUnauthorized|strictSSL', { kind: 'false' }),
        assignment('NODE_TLS_REJECT_UNAUTHORIZED["\'\\]]*', { regex: '^["\']?0["\']?$' }),
        pair('checkServerIdentity', '\\(\\)\\s*=>\\s*(?:undefined|null|\\{\\s*\\})'),
      ],
    },
    noteInTests: true,
    flags: [
      'new https.Agent({ rejectUnauthorized: false })',
      "process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'",
      'process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = 0',
      'request({ strictSSL: false })',
    ],
    ignores: ['new https.Agent({ rejectUnauthorized: true })', 'const a = { rejectUnauthorized: settings.strict }'],
  },
  {
    ...javascript,
    id: 'javascript/weak-password-hash',
    why: 'A fast hash of a password is guessed in seconds. Use scrypt, bcrypt or argon2.',
    rule: {
      kind: 'call_expression',
      all: [
        { has: { field: 'function', regex: '(?:createHash\\(.*\\)|(?i:md5|sha1|sha256))(?:\\.update)?$' } },
        {
          has: {
            field: 'function',
            regex: '(?i)createHash\\(.(?:md5|sha-?1|sha-?256|sha-?512).\\)\\s*\\.update$|^(?:md5|sha1|sha256)$',
          },
        },
        firstArgument({ regex: '(?i)^(?:[\\w$.]*\\.)?(?:\\w*passw(?:or)?d|pwd|passphrase)\\b' }),
      ],
    },
    flags: [
      "crypto.createHash('md5').update(password).digest('hex')",
      "createHash('sha256').update(user.password)",
      'md5(password)',
    ],
    ignores: ["crypto.createHash('sha256').update(file).digest('hex')", 'scryptSync(password, salt, 64)'],
  },
  {
    ...javascript,
    id: 'javascript/weak-hash',
    level: 'note',
    why: 'MD5 and SHA-1 collide; fine for a cache key, not for anything that protects. Prefer sha256.',
    rule: call(
      '(?:crypto\\.)?(?:createHash|createHmac)',
      firstArgument({ kind: 'string', regex: '(?i)^.(?:md4|md5|sha-?1|rmd160).$' }),
    ),
    flags: ["crypto.createHash('md5')", 'createHash("sha1")'],
    ignores: ["crypto.createHash('sha256')"],
  },
  {
    ...javascript,
    id: 'javascript/weak-cipher',
    why: 'DES, RC4, Blowfish and ECB mode do not hide the text, and createCipher derives its key badly. Use aes-256-gcm.',
    rule: {
      any: [
        call(
          '(?:crypto\\.)?(?:createCipheriv|createDecipheriv)',
          firstArgument({ kind: 'string', regex: '(?i)^.(?:des|rc2|rc4|bf|blowfish|.*-ecb)' }),
        ),
        call('crypto\\.(?:createCipher|createDecipher)'),
        call('CryptoJS\\.(?:DES|TripleDES|RC4|Rabbit)\\.\\w+'),
      ],
    },
    noteInTests: true,
    flags: [
      "crypto.createCipheriv('des-cbc', key, iv)",
      "createCipheriv('aes-128-ecb', key, null)",
      "crypto.createCipher('aes-256-cbc', key)",
    ],
    ignores: ["crypto.createCipheriv('aes-256-gcm', key, iv)"],
  },
  {
    ...javascript,
    id: 'javascript/guessable-secret',
    why: 'Math.random can be predicted from its outputs. Use crypto.randomBytes or crypto.randomUUID.',
    rule: {
      any: [
        {
          kind: 'variable_declarator',
          has: {
            field: 'name',
            regex: '(?i)(?:^|[a-z_])(?:token|secret|password|otp|nonce|session_?id|api_?key|salt|reset_?code)$',
          },
        },
        {
          kind: 'assignment_expression',
          has: {
            field: 'left',
            regex: '(?i)(?:^|[a-z_.])(?:token|secret|password|otp|nonce|session_?id|api_?key|salt|reset_?code)$',
          },
        },
        {
          kind: 'pair',
          has: {
            field: 'key',
            regex: '(?i)^["\']?\\w*(?:token|secret|password|otp|nonce|session_?id|api_?key|salt|reset_?code)["\']?$',
          },
        },
      ],
      has: {
        any: [{ kind: 'call_expression' }, { kind: 'binary_expression' }, { kind: 'template_string' }],
        regex: 'Math\\.random\\(\\)',
        not: { regex: '=>|function' },
      },
    },
    noteInTests: true,
    flags: [
      'const token = Math.random().toString(36).slice(2)',
      'user.resetToken = "r" + Math.random()',
      'const a = { sessionId: Math.random() * 10 }',
    ],
    ignores: ['const token = crypto.randomUUID()', 'const delay = Math.random() * 10'],
  },
  {
    ...javascript,
    id: 'javascript/unverified-jwt',
    why: 'Accepts a token that nobody signed. Verify with the key and one fixed algorithm.',
    rule: {
      any: [
        call(
          '(?:jwt|jsonwebtoken|jose)\\.(?:verify|sign|decode)',
          anyArgument({ kind: 'pair', regex: '(?i)^algorithms?\\s*:\\s*\\[?.*["\']none["\']' }),
        ),
        call('(?:jwt|jsonwebtoken)\\.verify', anyArgument({ kind: 'pair', regex: '^ignoreExpiration\\s*:\\s*true$' })),
        call('(?:jwt|jsonwebtoken)\\.verify', {
          has: { field: 'arguments', has: { nthChild: 2, regex: '^(?:null|undefined|""|\'\')$' } },
        }),
      ],
    },
    noteInTests: true,
    flags: [
      "jwt.verify(token, key, { algorithms: ['none'] })",
      'jwt.verify(token, null)',
      "jwt.sign(data, '', { algorithm: 'none' })",
    ],
    ignores: ["jwt.verify(token, key, { algorithms: ['RS256'] })"],
  },
];
