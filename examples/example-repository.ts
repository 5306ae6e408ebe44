import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../src/temporal/package-root.ts';

/** A developer's clone and the bare repository that it pushes to: what a forge would hold. */
export interface ExampleRepository {
  /** Where the validator fetches from. */
  cloneUrl: string;
  /** Puts a variant of the code on a branch, with a secret in it if asked, pushes it, and returns the commit. */
  push: (branch: string, variant: Variant) => Promise<string>;
  remove: () => Promise<void>;
}

export type Variant = 'right' | 'broken';

/** Git as a developer without settings of their own. */
const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Example developer',
  GIT_AUTHOR_EMAIL: 'developer@example.com',
  GIT_COMMITTER_NAME: 'Example developer',
  GIT_COMMITTER_EMAIL: 'developer@example.com',
};

/** A real git repository in a temporary folder, with `main` pushed. */
export async function makeExampleRepository(): Promise<ExampleRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'lex-example-'));
  const [remote, clone] = [join(folder, 'ledger-kit.git'), join(folder, 'clone')];
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await execa('git', args, { cwd: clone, env: GIT_ENVIRONMENT, extendEnv: false });
    return stdout;
  };
  await mkdir(clone);
  await git('init', '-q', '--bare', '--initial-branch=main', remote);
  await git('init', '-q', '--initial-branch=main');
  await git('remote', 'add', 'origin', remote);
  await commit('base');
  await git('push', '-q', 'origin', 'main');
  return {
    cloneUrl: remote,
    push: async (branch, variant) => {
      await git('checkout', '-q', '-B', branch, 'main');
      const sha = await commit(variant);
      await git('push', '-q', '--force', 'origin', branch);
      return sha;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };

  async function commit(variant: Variant | 'base'): Promise<string> {
    await cp(join(packageRoot(), 'examples', 'ledger-kit', variant), clone, { recursive: true });
    if (variant === 'broken') await write(join(clone, 'src', 'ledger.js'), fileWithSecret());
    await git('add', '--all');
    await git('commit', '-q', '-m', `ledger-kit, ${variant}`);
    return git('rev-parse', 'HEAD');
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Put together here, so that no scanner of this repository, ours included, takes it for a secret of ours. */
function fileWithSecret(): string {
  const token = ['ghp', '_', 'x4Qm7Zr2', 'Kp9Vt3Ws', 'Bn6Yc1Hd', 'Lf8Gj5Ta', 'Ue0R'].join('');
  return `/** Where the ledger is kept. */\nexport const ledger = { host: 'ledger.example.com', token: '${token}' };\n`;
}
