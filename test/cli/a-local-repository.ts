import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

/** A git repository on this disk, to scan or to validate. */
export interface LocalRepository {
  dir: string;
  git: (...args: string[]) => Promise<string>;
  write: (path: string, text: string) => Promise<void>;
  commit: (files: Record<string, string>, message?: string) => Promise<string>;
  remove: () => Promise<void>;
}

const ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
};

export async function aLocalRepository(): Promise<LocalRepository> {
  const dir = await mkdtemp(join(tmpdir(), 'lex-repository-'));
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await execa('git', args, { cwd: dir, env: ENVIRONMENT, extendEnv: false });
    return stdout;
  };
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  };
  await git('init', '-q', '--initial-branch=main');
  return {
    dir,
    git,
    write,
    commit: async (files, message = 'a change') => {
      for (const [path, text] of Object.entries(files)) await write(path, text);
      await git('add', '--all');
      await git('commit', '-q', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Put together here, so that no scanner of this repository takes it for a secret of ours. */
export function aTokenLine(): string {
  return `export const token = '${['ghp', '_', 'x4Qm7Zr2', 'Kp9Vt3Ws', 'Bn6Yc1Hd', 'Lf8Gj5Ta', 'Ue0R'].join('')}';\n`;
}
