import type { PatternRule } from '../scan-rule.ts';
import { anyArgument, call, firstArgument, pair, receiver } from './ruby-shapes.ts';

const ruby = { languages: ['ruby'], level: 'blocking' } as const;
const PASSWORD = '(?i)passw|passwd|pwd|passphrase';

/** Protection that does not protect. */
export const RUBY_CRYPTOGRAPHY_RULES: readonly PatternRule[] = [
  {
    ...ruby,
    id: 'ruby/tls-verification-off',
    why: 'Accepts any certificate, so anyone on the way can read and change the traffic. Trust the right authority instead.',
    rule: {
      any: [
        {
          kind: 'assignment',
          all: [{ has: { field: 'left', regex: 'verify_mode$' } }, { has: { field: 'right', regex: 'VERIFY_NONE$' } }],
        },
        pair('verify_mode|ssl_verify_mode|openssl_verify_mode', '(?:::)?OpenSSL::SSL::VERIFY_NONE|:none'),
        {
          ...pair('verify|verify_ssl|ssl_verify|ssl_verifypeer|verify_peer', 'false|(?:::)?OpenSSL::SSL::VERIFY_NONE'),
          inside: { stopBy: 'end', any: [{ kind: 'call', regex: '(?i)ssl|http|faraday|rest' }, { kind: 'hash' }] },
        },
      ],
    },
    noteInTests: true,
    flags: [
      'http.verify_mode = OpenSSL::SSL::VERIFY_NONE',
      'RestClient::Resource.new(url, verify_ssl: false)',
      'Faraday.new(url, ssl: { verify: false })',
      'Net::HTTP.start(host, 443, verify_mode: OpenSSL::SSL::VERIFY_NONE)',
    ],
    ignores: [
      'http.verify_mode = OpenSSL::SSL::VERIFY_PEER',
      'Faraday.new(url, ssl: { verify: true })',
      'JWT.decode(token, verify: settings)',
      'raise if mode == OpenSSL::SSL::VERIFY_NONE',
    ],
  },
  {
    ...ruby,
    id: 'ruby/weak-password-hash',
    why: 'A fast hash of a password is guessed in seconds. Use bcrypt, scrypt or argon2.',
    rule: call(
      'hexdigest|digest|base64digest',
      receiver('(?:::)?(?:OpenSSL::)?Digest::(?:MD5|SHA1|SHA256|SHA512|SHA2|RMD160)'),
      firstArgument({ regex: PASSWORD }),
    ),
    flags: [
      'Digest::MD5.hexdigest(password)',
      'Digest::SHA1.hexdigest("#{salt}#{user.password}")',
      'Digest::SHA256.hexdigest(passwd)',
    ],
    ignores: ['Digest::SHA256.hexdigest(file)', 'BCrypt::Password.create(password)'],
  },
  {
    ...ruby,
    id: 'ruby/weak-hash',
    level: 'note',
    why: 'MD5 and SHA-1 collide; fine for a cache key, not for anything that protects. Prefer SHA-256.',
    rule: {
      any: [
        call('new|hexdigest|digest|base64digest|file', receiver('(?:::)?(?:OpenSSL::)?Digest::(?:MD5|SHA1)')),
        call('new', receiver('(?:::)?OpenSSL::Digest'), firstArgument({ kind: 'string', regex: '(?i)^.(?:md5|sha1)' })),
      ],
    },
    flags: ['Digest::MD5.hexdigest(body)', 'OpenSSL::Digest.new("SHA1")'],
    ignores: ['Digest::SHA256.hexdigest(body)', 'OpenSSL::Digest.new("SHA256")'],
  },
  {
    ...ruby,
    id: 'ruby/weak-cipher',
    why: 'DES, RC4, Blowfish and ECB mode do not hide the text. Use aes-256-gcm.',
    rule: {
      any: [
        call(
          'new',
          receiver('(?:::)?OpenSSL::Cipher(?:::Cipher)?'),
          firstArgument({ kind: 'string', regex: '(?i)^.(?:des|rc2|rc4|bf|blowfish|.*-ecb)' }),
        ),
        call('new', receiver('(?:::)?OpenSSL::Cipher::(?:DES|RC4|RC2|BF)')),
      ],
    },
    flags: ['OpenSSL::Cipher.new("DES-CBC")', "OpenSSL::Cipher.new('aes-128-ecb')", 'OpenSSL::Cipher::RC4.new'],
    ignores: ['OpenSSL::Cipher.new("aes-256-gcm")'],
  },
  {
    ...ruby,
    id: 'ruby/guessable-secret',
    why: 'rand can be predicted from its outputs. Use SecureRandom.',
    rule: {
      kind: 'assignment',
      all: [
        {
          has: {
            field: 'left',
            regex: '(?i)(?:^|[_.@])(?:token|secret|password|otp|nonce|session_id|api_key|salt|reset_code)$',
          },
        },
        {
          has: {
            field: 'right',
            any: [{ kind: 'call' }, { kind: 'binary' }, { kind: 'identifier' }, { kind: 'string' }],
            regex:
              '(?:^|[^.\\w])(?:Kernel\\.)?rand(?:\\(|$|\\s|\\})|Random\\.(?:new\\.)?rand|\\.sample\\b|\\.shuffle\\b',
            not: { regex: 'SecureRandom' },
          },
        },
      ],
    },
    noteInTests: true,
    flags: ['token = rand(1_000_000).to_s', 'self.reset_code = Random.rand(10**6)', 'password = chars.sample(10).join'],
    ignores: [
      'token = SecureRandom.hex(16)',
      'delay = rand(10)',
      'password = chars.sample(10, random: SecureRandom).join',
    ],
  },
  {
    ...ruby,
    id: 'ruby/unverified-jwt',
    why: 'Reads a token without checking who signed it. Verify with the key and one fixed algorithm.',
    rule: {
      any: [
        call('decode', receiver('JWT'), { has: { field: 'arguments', has: { nthChild: 3, kind: 'false' } } }),
        call('decode|encode', receiver('JWT'), anyArgument({ kind: 'string', regex: '(?i)^.none.$' })),
      ],
    },
    noteInTests: true,
    flags: ['JWT.decode(token, nil, false)', "JWT.encode(payload, nil, 'none')"],
    ignores: ['JWT.decode(token, key, true, algorithm: "HS256")'],
  },
];
