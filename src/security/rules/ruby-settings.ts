import type { PatternRule } from '../scan-rule.ts';
import { FROM_REQUEST, NO_RECEIVER, anyArgument, call, firstArgument, pair, receiver } from './ruby-shapes.ts';

const ruby = { languages: ['ruby'], level: 'blocking' } as const;
const PASSWORD = '(?i)passw|passwd|pwd|passphrase';

/** A safe default switched off, a weak algorithm, a value of the request where it must not go. */
export const RUBY_SETTING_RULES: readonly PatternRule[] = [
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
    id: 'ruby/cookie-without-protection',
    why: 'The cookie can be read by a script or over plain HTTP. Leave secure and httponly on.',
    rule: {
      ...pair('secure|httponly|http_only', 'false'),
      inside: {
        stopBy: 'end',
        any: [
          { kind: 'assignment', has: { field: 'left', regex: '^(?:response\\.)?cookies' } },
          { kind: 'call', regex: 'session_store|set_cookie|cookies' },
        ],
      },
    },
    noteInTests: true,
    flags: [
      'cookies[:token] = { value: token, httponly: false }',
      'Rails.application.config.session_store :cookie_store, key: "a", secure: false',
    ],
    ignores: ['cookies[:token] = { value: token, httponly: true, secure: true }', 'Widget.new(secure: false)'],
  },
  {
    ...ruby,
    id: 'ruby/redirect-from-request',
    why: 'Sends the visitor wherever the link says. Redirect to a path of this site only.',
    rule: call('redirect_to|redirect', NO_RECEIVER, firstArgument(FROM_REQUEST), {
      not: anyArgument({
        regex: 'only_path|allow_other_host: false|\\.path$|id\\]$|request\\.(?:referer|referrer|url|fullpath)',
      }),
    }),
    flags: ['redirect_to params[:return_to]', 'def go\n  target = params[:url]\n  redirect_to target\nend'],
    ignores: [
      'redirect_to root_path',
      'redirect_to user_path(params[:id])',
      'redirect_to params[:url], allow_other_host: false',
    ],
  },
  {
    ...ruby,
    id: 'ruby/file-from-request',
    why: 'The request chooses which file is read or written. Take File.basename and a fixed folder, or look it up.',
    rule: {
      any: [
        call(
          'read|open|new|binread|readlines|write|binwrite|delete|unlink|foreach',
          receiver('(?:::)?(?:File|IO|Pathname)'),
          firstArgument(FROM_REQUEST),
        ),
        call('send_file', NO_RECEIVER, firstArgument(FROM_REQUEST)),
        call('rm|rm_rf|rm_r', receiver('FileUtils'), firstArgument(FROM_REQUEST)),
      ],
    },
    flags: [
      'File.read(params[:path])',
      'send_file "/uploads/#{params[:name]}"',
      'def show\n  name = params[:name]\n  File.read(name)\nend',
    ],
    ignores: ['File.read("a.txt")', 'File.read(File.basename(params[:path]))'],
  },
  {
    ...ruby,
    id: 'ruby/raw-html-from-request',
    why: 'Writes a value of the request into the page as HTML. Let the template escape it.',
    rule: {
      any: [
        call('html_safe', { has: { field: 'receiver', ...FROM_REQUEST } }),
        call('raw', NO_RECEIVER, firstArgument(FROM_REQUEST)),
        call(
          'render',
          NO_RECEIVER,
          anyArgument({
            kind: 'pair',
            all: [{ has: { field: 'key', regex: '^html$' } }, { has: { field: 'value', ...FROM_REQUEST } }],
          }),
        ),
      ],
    },
    flags: ['params[:bio].html_safe', 'raw(params[:bio])', '"<b>#{params[:name]}</b>".html_safe'],
    ignores: ['"<br>".html_safe', 'raw("<br>")', 'h(params[:bio])'],
  },
  {
    ...ruby,
    id: 'ruby/mass-assignment',
    why: 'permit! lets a request set every attribute, role and owner included. Name the attributes.',
    rule: call('permit!', receiver('params(?:\\[.*\\]|\\.require\\(.*\\))?')),
    flags: ['User.new(params.require(:user).permit!)', 'params.permit!'],
    ignores: ['params.require(:user).permit(:name)'],
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
  {
    ...ruby,
    id: 'ruby/world-writable',
    why: 'Lets every account of the machine change the file. Give the owner alone the right to write.',
    rule: call(
      'chmod|chmod_R',
      { any: [receiver('File|FileUtils'), { has: { field: 'receiver', regex: '.' } }] },
      firstArgument({ kind: 'integer', regex: '^0o?[0-7]?[67]?[0-7][2367]$' }),
    ),
    noteInTests: true,
    flags: ['File.chmod(0777, path)', 'FileUtils.chmod(0o666, path)'],
    ignores: ['File.chmod(0644, path)', 'FileUtils.chmod(0o755, path)'],
  },
  {
    ...ruby,
    id: 'ruby/forgery-protection-off',
    level: 'note',
    why: 'Other sites can post in the name of a visitor. Right for an API with tokens only.',
    rule: {
      any: [
        call('skip_before_action|skip_before_filter', firstArgument({ regex: '^:verify_authenticity_token$' })),
        {
          kind: 'assignment',
          all: [
            { has: { field: 'left', regex: 'allow_forgery_protection$' } },
            { has: { field: 'right', kind: 'false' } },
          ],
        },
      ],
    },
    flags: [
      'skip_before_action :verify_authenticity_token',
      'config.action_controller.allow_forgery_protection = false',
    ],
    ignores: ['protect_from_forgery with: :exception', 'skip_before_action :set_locale'],
  },
  {
    ...ruby,
    id: 'ruby/debugger-left',
    level: 'note',
    why: 'Stops the program and waits for a person. Take it out.',
    rule: {
      any: [
        call('pry|irb', receiver('binding')),
        {
          kind: 'identifier',
          regex: '^byebug$',
          inside: { any: [{ kind: 'body_statement' }, { kind: 'program' }, { kind: 'block_body' }, { kind: 'then' }] },
        },
      ],
    },
    flags: ['binding.pry', 'def a\n  byebug\nend'],
    ignores: ['gem "byebug"', 'console.pry'],
  },
];
