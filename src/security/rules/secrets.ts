import type { Level } from '../scan-rule.ts';

/** A kind of secret with a form of its own. RE2 syntax: linear time whatever the file holds. */
export interface SecretPattern {
  id: string;
  why: string;
  level: Level;
  /** A text that every match holds; where the file does not, the pattern is not tried. */
  mentions: string;
  pattern: string;
  noteInTests?: boolean;
  /** Parts, so that the sample is no secret until it is put together. */
  sample: readonly string[];
}

const LETTERS = 'aZ3kQ9xW7bN2mV5cL8tR1yP4sD6fG0hJ';
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

function leaked(what: string): Pick<SecretPattern, 'level' | 'why'> {
  return {
    level: 'blocking',
    why: `${what} is in the file. Revoke it, take it out, and read it from the environment.`,
  };
}

/** What secretlint's recommended rules do not cover. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    ...leaked('A private key'),
    id: 'secret/private-key',
    mentions: 'PRIVATE KEY',
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n|["'+,])*(?:[A-Za-z-]+: [^\n]*\n\s*)*[A-Za-z0-9+/=]{40}`,
    sample: [
      '-----BEGIN EC ',
      'PRIVATE KEY-----\nMHc',
      'CAQEE',
      LETTERS,
      LETTERS,
      '\n-----END EC ',
      'PRIVATE KEY-----',
    ],
  },
  {
    ...leaked('A signed token (JWT)'),
    id: 'secret/jwt',
    mentions: 'eyJ',
    noteInTests: true,
    pattern: String.raw`\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}`,
    sample: ['eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0', '.', LETTERS],
  },
  {
    ...leaked('A PyPI token'),
    id: 'secret/pypi',
    mentions: 'pypi-',
    pattern: String.raw`\bpypi-AgE[A-Za-z0-9_-]{50,}`,
    sample: ['pypi-', 'AgEIcHlwaS5vcmc', LETTERS, LETTERS],
  },
  {
    ...leaked('A Google API key'),
    id: 'secret/google-api-key',
    mentions: 'AIza',
    pattern: String.raw`\bAIza[0-9A-Za-z_-]{35}`,
    sample: ['AIza', 'SyB', LETTERS],
  },
  {
    ...leaked('A Google OAuth client secret'),
    id: 'secret/google-oauth',
    mentions: 'GOCSPX-',
    pattern: String.raw`\bGOCSPX-[0-9A-Za-z_-]{28}`,
    sample: ['GOCSPX', '-', LETTERS.slice(0, 28)],
  },
  {
    ...leaked('An Azure storage key'),
    id: 'secret/azure-account-key',
    mentions: 'AccountKey=',
    pattern: String.raw`\bAccountKey=[A-Za-z0-9+/]{86}==`,
    sample: ['AccountKey', '=', LETTERS, LETTERS, LETTERS.slice(0, 22), '=='],
  },
  {
    ...leaked('A Twilio key'),
    id: 'secret/twilio',
    mentions: 'SK',
    pattern: String.raw`\bSK[0-9a-f]{32}\b`,
    sample: ['SK', HEX],
  },
  {
    ...leaked('A Stripe key'),
    id: 'secret/stripe',
    mentions: '_live_',
    pattern: String.raw`\b[sr]k_live_[0-9a-zA-Z]{20,}`,
    sample: ['sk', '_live_', LETTERS],
  },
  {
    ...leaked('A RubyGems key'),
    id: 'secret/rubygems',
    mentions: 'rubygems_',
    pattern: String.raw`\brubygems_[0-9a-f]{48}\b`,
    sample: ['rubygems', '_', HEX, HEX.slice(0, 16)],
  },
  {
    ...leaked('A DigitalOcean token'),
    id: 'secret/digitalocean',
    mentions: '_v1_',
    pattern: String.raw`\bdo[opr]_v1_[0-9a-f]{64}\b`,
    sample: ['dop', '_v1_', HEX, HEX],
  },
  {
    ...leaked('A Telegram bot token'),
    id: 'secret/telegram-bot',
    mentions: ':AA',
    pattern: String.raw`\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}\b`,
    sample: ['123456789', ':AA', LETTERS, 'x'],
  },
  {
    ...leaked('A Discord webhook'),
    id: 'secret/discord-webhook',
    mentions: '/api/webhooks/',
    pattern: String.raw`discord(?:app)?\.com/api/webhooks/[0-9]{17,20}/[A-Za-z0-9_-]{60,}`,
    sample: ['discord.com/api', '/webhooks/', '123456789012345678/', LETTERS, LETTERS],
  },
  {
    ...leaked('A Mailgun key'),
    id: 'secret/mailgun',
    mentions: 'key-',
    pattern: String.raw`\bkey-[0-9a-f]{32}\b`,
    sample: ['key', '-', HEX],
  },
  {
    ...leaked('A New Relic key'),
    id: 'secret/new-relic',
    mentions: 'NRAK-',
    pattern: String.raw`\bNRAK-[A-Z0-9]{27}\b`,
    sample: ['NRAK', '-', 'A1B2C3D4E5F6G7H8I9J0K1L2M3N'],
  },
  {
    ...leaked('An age key'),
    id: 'secret/age',
    mentions: 'AGE-SECRET-KEY-1',
    pattern: String.raw`\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b`,
    sample: ['AGE-SECRET', '-KEY-1', 'A1B2C3D4E5F6G7H8I9J0K1L2M3N4P5Q6R7S8T9U0V1W2X3Y4Z5A6B7C8D9'],
  },
  {
    ...leaked('An Atlassian token'),
    id: 'secret/atlassian',
    mentions: 'ATATT3',
    pattern: String.raw`\bATATT3[A-Za-z0-9_=-]{60,}`,
    sample: ['ATAT', 'T3', LETTERS, LETTERS],
  },
];
