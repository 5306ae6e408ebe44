import { lstatSync, readlinkSync } from 'node:fs';
import type { CommandRequest } from '../activities/ports.ts';
import type { Limits } from './limits.ts';

/** Paths as a command inside the sandbox sees them. */
export const INSIDE = { repo: '/repo', report: '/report', objects: '/git-objects', home: '/tmp/home' } as const;

/** Descriptors that bubblewrap gets beside the usual three. */
export const STATUS_FD = 3;
export const ARGUMENTS_FD = 4;

/** Read by tools at start. Never `/etc` as a whole: it holds the machine's secrets. */
const READ_ONLY = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/nsswitch.conf',
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/rubygems',
  '/etc/bundler',
  '/var/lib/gems',
];
const FOR_NETWORK = ['/etc/resolv.conf', '/etc/hosts', '/etc/gai.conf'];

/** All that a sandbox is made of before a checkout is bound into it. */
export function sandboxBase(network: 'none' | 'shared'): string[] {
  const namespaces = [
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    ...(network === 'shared' ? ['--share-net'] : []),
  ];
  const readable = [...READ_ONLY, ...(network === 'shared' ? FOR_NETWORK : [])];
  return [
    ...namespaces,
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv', '--hostname', 'sandbox'],
    ...['--ro-bind', '/usr', '/usr', ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(likeHost)],
    ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
  ];
}

/** `/bin` is a link into `/usr` on most machines and a folder on some. */
function likeHost(path: string): string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  } catch {
    return [];
  }
}

/** What one command's sandbox needs beside the request. */
export interface SandboxParts {
  limits: Limits;
  readOnlyBinds: readonly string[];
  /** Small files that are made for the sandbox, each read from its own descriptor. */
  files: { path: string; fd: number }[];
  environment: Readonly<Record<string, string>>;
  /** As root without a user to drop to, root gets another name inside and no capability. */
  rename: boolean;
  cwd: string;
}

/** The options for one command; they go through a descriptor, so that the host's paths are not in `/proc/1/cmdline`. */
export function sandboxArguments(request: CommandRequest, parts: SandboxParts): string[] {
  const { checkout } = request;
  const { limits } = parts;
  return [
    ...sandboxBase(request.network ?? 'none'),
    ...parts.files.flatMap(({ path, fd }) => ['--ro-bind-data', String(fd), path]),
    ...(parts.rename ? ['--uid', '65534', '--gid', '65534'] : []),
    ...['--size', String(limits.shmBytes), '--tmpfs', '/dev/shm'],
    ...['--size', String(limits.tmpBytes), '--tmpfs', '/tmp', '--dir', INSIDE.home],
    ...parts.readOnlyBinds.flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', checkout.dir, INSIDE.repo, '--bind', checkout.reportDir, INSIDE.report],
    ...['--ro-bind', checkout.gitObjectsDir, INSIDE.objects],
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', parts.cwd],
    ...Object.entries(parts.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--json-status-fd', String(STATUS_FD)],
  ];
}
