import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../src/temporal/package-root.ts';

/** One step of a bare chain, as a person would type it. */
export type Command = readonly [string, ...string[]];

/** A project, and what its two tools are without a gate around them. */
export interface BenchProject {
  name: string;
  language: string;
  /** Folders below the package: as it was, and what the change puts over it. */
  base: string;
  change: string;
  tests: readonly Command[];
  lint: readonly Command[];
}

const BUNDLE: Command = ['bundle', 'install', '--local', '--quiet'];

export const RUBY_GEM: BenchProject = {
  name: 'Ruby gem (RSpec, RuboCop)',
  language: 'Ruby',
  base: 'test/fixtures/end-to-end/ruby-gem/base',
  change: 'test/fixtures/end-to-end/ruby-gem/change',
  tests: [BUNDLE, ['bundle', 'exec', 'rspec', '--format', 'progress', '--format', 'json', '--out', '../rspec.json']],
  lint: [BUNDLE, ['bundle', 'exec', 'rubocop', '--cache', 'false', '--format', 'json', '--out', '../rubocop.json']],
};

export const JAVASCRIPT_PACKAGE: BenchProject = {
  name: 'JavaScript package (node:test, a linter of its own)',
  language: 'JavaScript',
  base: 'examples/ledger-kit/base',
  change: 'examples/ledger-kit/right',
  tests: [['node', '--test', '--test-reporter=junit', '--test-reporter-destination=../tests.xml']],
  lint: [['node', 'tools/lint.js', '../lint.json']],
};

export const BRANCH = 'fleet/fix-1';

export interface PushedChange {
  /** A repository on this disk. */
  cloneUrl: string;
  headSha: string;
}

const GIT_ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A developer',
  GIT_AUTHOR_EMAIL: 'developer@example.com',
  GIT_COMMITTER_NAME: 'A developer',
  GIT_COMMITTER_EMAIL: 'developer@example.com',
};

/** git in one folder, with nothing of this machine's configuration. Resolves to what it writes. */
export function gitIn(folder: string): (...args: string[]) => Promise<string> {
  return async (...args) => (await execa('git', args, { cwd: folder, env: GIT_ENVIRONMENT, extendEnv: false })).stdout;
}

/** A real repository with the project on `main` and the change on a branch. */
export async function pushChange(project: BenchProject, folder: string): Promise<PushedChange> {
  const cloneUrl = join(folder, 'remote');
  await mkdir(cloneUrl);
  const git = gitIn(cloneUrl);
  const commit = async (from: string, message: string): Promise<void> => {
    await cp(join(packageRoot(), from), cloneUrl, { recursive: true });
    await git('add', '--all');
    await git('commit', '--quiet', '--message', message);
  };
  await git('init', '--quiet', '--initial-branch=main');
  await commit(project.base, 'The base');
  await git('checkout', '--quiet', '-b', BRANCH);
  await commit(project.change, 'The change');
  return { cloneUrl, headSha: await git('rev-parse', 'HEAD') };
}
