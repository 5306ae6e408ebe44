import { execa } from 'execa';

/** Nothing that a repository's own configuration or attributes name may run while we look at it. */
const INERT = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const NO_ATTRIBUTES = { GIT_ATTR_SOURCE: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' };

/** Asks git about a folder on this disk, as its user would. `null` where git refuses or is not there. */
export async function askGit(dir: string, args: readonly string[]): Promise<Buffer | null> {
  const { stdout, failed } = await execa('git', [...INERT, '-C', dir, ...args], {
    reject: false,
    encoding: 'buffer',
    env: { ...NO_ATTRIBUTES, GIT_OPTIONAL_LOCKS: '0', GIT_LITERAL_PATHSPECS: '1' },
    maxBuffer: 1024 * 1024 * 1024,
  });
  return failed ? null : Buffer.from(stdout);
}

/** Names as git lists them with `-z`. */
export function readNames(listing: Buffer): string[] {
  return listing
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}
