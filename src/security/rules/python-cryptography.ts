import type { PatternRule } from '../scan-rule.ts';
import { anyArgument, assignment, call, firstArgument, keyword } from './python-shapes.ts';

const python = { languages: ['python'], level: 'blocking' } as const;
const SECRET_NAME = '(?i:(?:\\w*_)?(?:token|secret|password|otp|nonce|session_id|api_key|salt|reset_code))';

/** Protection that does not protect. */
export const PYTHON_CRYPTOGRAPHY_RULES: readonly PatternRule[] = [
  {
    ...python,
    id: 'python/tls-verification-off',
    why: 'Accepts any certificate, so anyone on the way can read and change the traffic. Give verify the right authority.',
    rule: {
      any: [
        call(
          '(?:requests|httpx|session|self\\.session|client|s|http|aiohttp)\\.(?:get|post|put|patch|delete|head|options|request|stream|Client|AsyncClient|Session)',
          anyArgument(keyword('verify|ssl|verify_ssl', 'False')),
        ),
        assignment('verify', { kind: 'false' }),
        call('ssl\\._create_unverified_context'),
        assignment('_create_default_https_context', { regex: '_create_unverified_context' }),
        assignment('check_hostname', { kind: 'false' }),
        assignment('verify_mode', { regex: 'CERT_NONE$' }),
        keyword('cert_reqs', '(?:ssl\\.)?CERT_NONE|["\']CERT_NONE["\']'),
      ],
    },
    noteInTests: true,
    flags: [
      'requests.get(url, verify=False)',
      'session.verify = False',
      'ssl._create_unverified_context()',
      'context.check_hostname = False',
      'context.verify_mode = ssl.CERT_NONE',
      'ssl.wrap_socket(s, cert_reqs=ssl.CERT_NONE)',
    ],
    ignores: [
      'requests.get(url, verify=True)',
      'requests.get(url, verify=bundle)',
      'git.commit(verify=False)',
      'context.verify_mode = ssl.CERT_REQUIRED',
    ],
  },
  {
    ...python,
    id: 'python/weak-password-hash',
    why: 'A fast hash of a password is guessed in seconds. Use hashlib.scrypt, bcrypt or argon2.',
    rule: call(
      '(?:hashlib\\.)?(?:md5|sha1|sha256|sha512|new)',
      firstArgument({
        regex: '(?i)^(?:str\\()?(?:[\\w.]*\\.)?\\(?(?:\\w*passw(?:or)?d|pwd|passphrase)\\b(?:\\.encode\\(.*\\))?',
      }),
    ),
    flags: [
      'hashlib.md5(password.encode()).hexdigest()',
      'hashlib.sha256(user.password.encode("utf-8"))',
      'hashlib.sha1((password + salt).encode())',
    ],
    ignores: ['hashlib.sha256(body)', 'bcrypt.hashpw(password, salt)'],
  },
  {
    ...python,
    id: 'python/weak-hash',
    level: 'note',
    why: 'MD5 and SHA-1 collide; fine for a cache key, not for anything that protects. Prefer sha256, or say usedforsecurity=False.',
    rule: {
      any: [
        call('hashlib\\.(?:md4|md5|sha1)', { not: anyArgument(keyword('usedforsecurity', 'False')) }),
        call('hashlib\\.new', firstArgument({ kind: 'string', regex: '(?i)^.(?:md4|md5|sha1).$' })),
      ],
    },
    flags: ['hashlib.md5(body)', 'hashlib.new("sha1")'],
    ignores: ['hashlib.sha256(body)', 'hashlib.md5(body, usedforsecurity=False)'],
  },
  {
    ...python,
    id: 'python/weak-cipher',
    why: 'DES, RC4, Blowfish and ECB mode do not hide the text. Use AES-GCM.',
    rule: {
      any: [
        call('(?:Crypto\\.Cipher\\.|Cryptodome\\.Cipher\\.)?(?:DES|DES3|ARC4|ARC2|Blowfish)\\.new'),
        call('(?:\\w+\\.)*AES\\.new', anyArgument({ kind: 'attribute', regex: 'MODE_ECB$' })),
        call(
          '(?:ciphers\\.)?Cipher',
          anyArgument({ kind: 'call', regex: '^(?:modes\\.ECB|algorithms\\.(?:ARC4|TripleDES|Blowfish|IDEA))\\(' }),
        ),
      ],
    },
    noteInTests: true,
    flags: ['DES.new(key, DES.MODE_CBC)', 'AES.new(key, AES.MODE_ECB)', 'Cipher(algorithms.AES(key), modes.ECB())'],
    ignores: ['AES.new(key, AES.MODE_GCM)', 'Cipher(algorithms.AES(key), modes.GCM(iv))'],
  },
  {
    ...python,
    id: 'python/guessable-secret',
    why: 'The random module can be predicted from its outputs. Use the secrets module.',
    rule: assignment(SECRET_NAME, {
      any: [{ kind: 'call' }, { kind: 'binary_operator' }, { kind: 'string' }],
      regex: '(?:^|[^.\\w])random\\.(?:random|randint|choice|choices|sample|randrange|getrandbits)\\(',
    }),
    noteInTests: true,
    flags: [
      'token = random.randint(0, 9999)',
      'self.reset_code = "".join(random.choice(CHARS) for _ in range(8))',
      'session_id = str(random.random())',
    ],
    ignores: ['token = secrets.token_hex(16)', 'delay = random.random()'],
  },
  {
    ...python,
    id: 'python/unverified-jwt',
    why: 'Reads a token without checking who signed it. Verify with the key and one fixed algorithm.',
    rule: {
      any: [
        call('jwt\\.decode', anyArgument(keyword('verify', 'False'))),
        call('jwt\\.decode', anyArgument({ kind: 'pair', regex: '^["\']verify_signature["\']\\s*:\\s*False$' })),
        call('jwt\\.(?:decode|encode)', anyArgument({ kind: 'string', regex: '(?i)^.none.$' })),
      ],
    },
    noteInTests: true,
    flags: [
      'jwt.decode(token, verify=False)',
      'jwt.decode(token, options={"verify_signature": False})',
      'jwt.decode(token, key, algorithms=["none"])',
    ],
    ignores: ['jwt.decode(token, key, algorithms=["RS256"])'],
  },
  {
    ...python,
    id: 'python/unknown-host-key',
    why: 'Trusts whatever server answers first. Load known hosts and reject the rest.',
    rule: {
      kind: 'call',
      all: [
        { has: { field: 'function', regex: '\\.set_missing_host_key_policy$' } },
        firstArgument({ regex: '(?:AutoAddPolicy|WarningPolicy)' }),
      ],
    },
    noteInTests: true,
    flags: ['client.set_missing_host_key_policy(paramiko.AutoAddPolicy())'],
    ignores: ['client.set_missing_host_key_policy(paramiko.RejectPolicy())'],
  },
  {
    ...python,
    id: 'python/old-tls',
    why: 'SSL 3 and TLS 1.0 are broken. Use ssl.create_default_context().',
    rule: {
      kind: 'attribute',
      regex: '^ssl\\.PROTOCOL_(?:SSLv2|SSLv3|TLSv1|TLSv1_1)$',
      inside: { any: [{ kind: 'argument_list' }, { kind: 'keyword_argument' }, { kind: 'assignment' }] },
    },
    noteInTests: true,
    flags: ['ssl.SSLContext(ssl.PROTOCOL_SSLv3)', 'wrap(s, ssl_version=ssl.PROTOCOL_TLSv1)'],
    ignores: ['ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)'],
  },
];
