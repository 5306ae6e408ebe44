import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RemoteInvalid } from './checkout-errors.ts';

/** A repository that git may be asked to fetch from, and the environment that lets it. */
export interface Remote {
  url: string;
  env: Record<string, string>;
  /** Takes the credential out of what git or the remote said. */
  scrub: (text: string) => string;
}

export interface RemoteOptions {
  baseDir: string;
  /** The forge's credential for this address, if it is the forge's. */
  token?: (cloneUrl: string) => string | undefined;
}

const PROTOCOLS = ['https', 'http', 'ssh', 'file'] as const;
type Protocol = (typeof PROTOCOLS)[number];

/** What a person set for reaching the world; holds for us too. */
const PASSED_ON = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'no_proxy',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
];
const FOR_SSH = ['HOME', 'SSH_AUTH_SOCK', 'USER', 'LOGNAME'];
/** Asks nobody for a passphrase or a host's key, and gives up on a host that says nothing. An operator's own command takes its place. */
const SSH = 'ssh -o BatchMode=yes -o ConnectTimeout=20 -o ServerAliveInterval=20 -o ServerAliveCountMax=3';

/** Only one protocol is open at a time, so that no redirect and no `ext::` helper leads to another. */
export async function openRemote(cloneUrl: string, options: RemoteOptions): Promise<Remote> {
  const protocol = readProtocol(cloneUrl);
  const token = protocol === 'https' || protocol === 'http' ? options.token?.(cloneUrl) : undefined;
  const settings: [string, string][] = [
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ...(token === undefined ? [] : credential(cloneUrl, token)),
  ];
  return {
    url: cloneUrl,
    scrub: scrubber(token),
    env: {
      ...pick(PASSED_ON),
      ...(protocol === 'ssh' ? { ...pick(FOR_SSH), GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? SSH } : {}),
      ...(protocol === 'file' ? { GIT_CONFIG_GLOBAL: await writeTrust(options.baseDir) } : {}),
      GIT_ALLOW_PROTOCOL: protocol,
      ...asEnvironment(settings),
    },
  };
}

function readProtocol(cloneUrl: string): Protocol {
  if (cloneUrl === '' || cloneUrl.startsWith('-') || /[\u0000-\u001f\u007f]/.test(cloneUrl)) {
    throw new RemoteInvalid('the repository’s address is empty, begins with a dash or holds control characters');
  }
  if (cloneUrl.startsWith('/')) return 'file';
  if (/^[\w.-]+@\w[\w.-]*:[^-:]/.test(cloneUrl)) return 'ssh';
  return readUrl(cloneUrl);
}

function readUrl(cloneUrl: string): Protocol {
  const url = /^[a-z]+:\/\//.test(cloneUrl) && URL.canParse(cloneUrl) ? new URL(cloneUrl) : null;
  const protocol = PROTOCOLS.find((known) => url?.protocol === `${known}:`);
  if (url === null || protocol === undefined)
    throw new RemoteInvalid('the repository’s address is none that we fetch from');
  if (protocol === 'file') return protocol;
  if (url.hostname === '' || url.hostname.startsWith('-'))
    throw new RemoteInvalid('the repository’s address names no host');
  if (protocol !== 'ssh' && url.username + url.password !== '') {
    throw new RemoteInvalid('the repository’s address holds a credential: it belongs in the settings');
  }
  return protocol;
}

/**
 * As an extra header, which is on no command line and in no file. Redirects are off with it: git would send the header on.
 * In the clear only to this machine itself.
 */
function credential(cloneUrl: string, token: string): [string, string][] {
  const { origin, protocol, hostname } = new URL(cloneUrl);
  if (protocol === 'http:' && !['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) {
    throw new RemoteInvalid('the forge’s token is not sent over http: use https');
  }
  return [
    [`http.${origin}/.extraHeader`, `Authorization: Basic ${basicOf(token)}`],
    ['http.followRedirects', 'false'],
  ];
}

function basicOf(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64');
}

function scrubber(token: string | undefined): (text: string) => string {
  if (token === undefined || token === '') return (text) => text;
  return (text) => text.replaceAll(token, '***').replaceAll(basicOf(token), '***');
}

function asEnvironment(settings: readonly [string, string][]): Record<string, string> {
  const rows = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...(Object.fromEntries(rows) as Record<string, string>) };
}

/** Serving a fetch is safe from a folder of somebody else's; git wants to be told so, and reads it from a file only. */
async function writeTrust(baseDir: string): Promise<string> {
  const file = join(baseDir, 'git-trust.config');
  await writeFile(file, '[safe]\n\tdirectory = *\n', { mode: 0o644 });
  return file;
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
