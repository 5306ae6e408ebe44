import { execa } from 'execa';

/** Nothing that a repository's own configuration or attributes name may run while we look at it. */
const INERT = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const MOST_BYTES = 1024 * 1024 * 1024;

/** Asks git about a folder on this disk, as its user would. `null` where git refuses or is not there. */
export async function askGit(
  dir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Buffer | null> {
  const { stdout, failed } = await execa('git', [...INERT, '-C', dir, ...args], {
    reject: false,
    encoding: 'buffer',
    env: { GIT_OPTIONAL_LOCKS: '0', GIT_LITERAL_PATHSPECS: '1', ...env },
    maxBuffer: MOST_BYTES,
  });
  return failed ? null : Buffer.from(stdout);
}

/** Environment in which the filters that the configuration names (`filter.x.clean`, which git runs to compare) do nothing. */
export async function withoutFilters(dir: string): Promise<Record<string, string>> {
  const listed = await askGit(dir, ['config', '-z', '--name-only', '--get-regexp', '^filter\\.']);
  const drivers = readNames(listed ?? Buffer.alloc(0)).map((key) => key.replace(/\.[^.]*$/, ''));
  const settings = [...new Set(drivers)].flatMap((driver) => [
    [`${driver}.clean`, ''],
    [`${driver}.process`, ''],
    [`${driver}.required`, 'false'],
  ]);
  const pairs = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...(Object.fromEntries(pairs) as Record<string, string>) };
}

/** Names as git lists them with `-z`. */
export function readNames(listing: Buffer): string[] {
  return listing
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}
