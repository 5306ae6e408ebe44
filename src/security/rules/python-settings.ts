import type { PatternRule } from '../scan-rule.ts';
import { anyArgument, assignment, call, firstArgument, keyword } from './python-shapes.ts';

const python = { languages: ['python'], level: 'blocking' } as const;
const SECRET_NAME = '(?i:(?:\\w*_)?(?:token|secret|password|otp|nonce|session_id|api_key|salt|reset_code))';

/** A safe default switched off, a weak algorithm. */
export const PYTHON_SETTING_RULES: readonly PatternRule[] = [
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
        anyTls(),
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
    id: 'python/predictable-temporary-file',
    why: 'Another account can put its own file there first. Use tempfile.mkstemp or NamedTemporaryFile.',
    rule: call('tempfile\\.mktemp|os\\.tempnam|os\\.tmpnam'),
    noteInTests: true,
    flags: ['tempfile.mktemp()'],
    ignores: ['tempfile.mkstemp()', 'tempfile.mkdtemp()'],
  },
  {
    ...python,
    id: 'python/debugger-in-service',
    why: 'The debug console runs any code that a visitor types. Leave debug off.',
    rule: {
      kind: 'call',
      all: [
        { has: { field: 'function', regex: '^(?:app|application|server|\\w*_app)\\.run$' } },
        anyArgument(keyword('debug', 'True')),
      ],
    },
    noteInTests: true,
    flags: ['app.run(debug=True)', 'app.run(host="0.0.0.0", debug=True)'],
    ignores: ['app.run()', 'app.run(debug=settings.debug)', 'asyncio.run(main(), debug=True)'],
  },
  {
    ...python,
    id: 'python/autoescape-off',
    why: 'Templates write values into the page as HTML. Turn autoescape on.',
    rule: call('(?:jinja2\\.)?Environment', anyArgument(keyword('autoescape', 'False'))),
    noteInTests: true,
    flags: ['Environment(autoescape=False)', 'jinja2.Environment(loader=loader, autoescape=False)'],
    ignores: ['Environment(autoescape=True)', 'Environment(autoescape=select_autoescape())'],
  },
  {
    ...python,
    id: 'python/external-xml-entities',
    why: 'Lets an XML document read files of this machine. Use defusedxml, or leave entities off.',
    rule: call(
      '(?:lxml\\.)?(?:etree\\.)?XMLParser|etree\\.iterparse',
      anyArgument({ any: [keyword('resolve_entities|load_dtd', 'True'), keyword('no_network', 'False')] }),
    ),
    noteInTests: true,
    flags: ['etree.XMLParser(resolve_entities=True)', 'etree.XMLParser(no_network=False)'],
    ignores: ['etree.XMLParser(resolve_entities=False)'],
  },
  {
    ...python,
    id: 'python/world-writable',
    why: 'Lets every account of the machine change the file. Give the owner alone the right to write.',
    rule: call(
      'os\\.(?:chmod|fchmod)|\\w+\\.chmod',
      anyArgument({ kind: 'integer', regex: '^0o[0-7]?[67][0-7][2367]$' }),
    ),
    noteInTests: true,
    flags: ['os.chmod(path, 0o777)', 'path.chmod(0o666)'],
    ignores: ['os.chmod(path, 0o755)'],
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
    id: 'python/cookie-without-protection',
    why: 'The cookie can be read by a script or over plain HTTP. Leave secure and httponly on.',
    rule: {
      any: [
        {
          kind: 'call',
          all: [
            { has: { field: 'function', regex: '\\.set_cookie$' } },
            anyArgument(keyword('secure|httponly', 'False')),
          ],
        },
        assignment('(?:SESSION|CSRF|REMEMBER)_COOKIE_(?:SECURE|HTTPONLY)', { kind: 'false' }),
      ],
    },
    noteInTests: true,
    flags: ['response.set_cookie("a", token, httponly=False)', 'SESSION_COOKIE_HTTPONLY = False'],
    ignores: ['response.set_cookie("a", token, httponly=True, secure=True)', 'SESSION_COOKIE_SECURE = True'],
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
  {
    ...python,
    id: 'python/archive-without-filter',
    level: 'note',
    why: 'An archive can name files outside of the folder. Pass filter="data".',
    rule: {
      kind: 'call',
      all: [
        { has: { field: 'function', regex: '(?i)^(?:tar|tarfile\\.open\\(.*\\)|archive|tf|t)\\.extractall$' } },
        { not: anyArgument(keyword('filter', '.+')) },
      ],
    },
    flags: ['tar.extractall(path)'],
    ignores: ['tar.extractall(path, filter="data")'],
  },
  {
    ...python,
    id: 'python/forgery-protection-off',
    level: 'note',
    why: 'Other sites can post in the name of a visitor. Right for an API with tokens only.',
    rule: { kind: 'decorator', has: { regex: '^csrf_exempt$' } },
    flags: ['@csrf_exempt\ndef a(request):\n    pass'],
    ignores: ['@login_required\ndef a(request):\n    pass'],
  },
  {
    ...python,
    id: 'python/debugger-left',
    level: 'note',
    why: 'Stops the program and waits for a person. Take it out.',
    rule: { any: [call('breakpoint'), call('i?pdb\\.set_trace')] },
    flags: ['breakpoint()', 'pdb.set_trace()'],
    ignores: ['breakpoints()', 'parser.set_trace()'],
  },
];

function anyTls(): ReturnType<typeof keyword> {
  return keyword('cert_reqs', '(?:ssl\\.)?CERT_NONE|["\']CERT_NONE["\']');
}
