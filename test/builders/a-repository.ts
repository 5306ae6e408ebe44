import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Path to text; `null` deletes the file, `{ link }` makes a symlink, `{ run }` an executable. */
export type Files = Readonly<Record<string, string | null | { link: string } | { run: string }>>;

export interface BuiltRepository {
  /** A path on this disk that git can fetch from. */
  cloneUrl: string;
  defaultBranch: string;
  branch: string;
  /** The commit on the default branch that the branch started from. */
  baseSha: string;
  /** The commit at the tip of the branch. */
  headSha: string;
  /** Adds a commit to a branch and returns its hash; the branch of the change by default. */
  commit: (files: Files, options?: { branch?: string; message?: string }) => string;
  remove: () => void;
}

/** Git as nobody in particular: no global settings, a fixed author, so that hashes depend on content only. */
const GIT_ENVIRONMENT = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A developer',
  GIT_AUTHOR_EMAIL: 'developer@example.com',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'A developer',
  GIT_COMMITTER_EMAIL: 'developer@example.com',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
};

/**
 * A real git repository in a temporary folder: `base` on the default branch, `change` on a branch that starts there.
 * A change of `{}` gives an empty commit, so that head and base always differ.
 */
export function aRepository(parts: {
  base: Files;
  change: Files;
  branch?: string;
  defaultBranch?: string;
}): BuiltRepository {
  const { base, change, branch = 'fleet/fix-1', defaultBranch = 'main' } = parts;
  const dir = mkdtempSync(join(tmpdir(), 'lex-repository-'));
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: dir, env: GIT_ENVIRONMENT, encoding: 'utf8' }).trim();
  const commit: BuiltRepository['commit'] = (files, options = {}) => {
    git('checkout', '-q', options.branch ?? branch);
    return commitFiles(dir, git, { files, message: options.message ?? 'A change' });
  };
  git('init', '-q', '-b', defaultBranch);
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  git('config', 'uploadpack.allowFilter', 'true');
  const baseSha = commitFiles(dir, git, { files: base, message: 'The base' });
  git('checkout', '-q', '-b', branch);
  const headSha = commit(change);
  return {
    cloneUrl: dir,
    defaultBranch,
    branch,
    baseSha,
    headSha,
    commit,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function commitFiles(
  dir: string,
  git: (...args: string[]) => string,
  { files, message }: { files: Files; message: string },
): string {
  for (const [path, content] of Object.entries(files)) writeEntry(join(dir, path), content);
  git('add', '-A', '-f');
  git('commit', '-q', '--allow-empty', '--no-gpg-sign', '-m', message);
  return git('rev-parse', 'HEAD');
}

function writeEntry(path: string, content: Files[string] | undefined): void {
  rmSync(path, { recursive: true, force: true });
  if (content === null || content === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === 'string') writeFileSync(path, content);
  else if ('link' in content) symlinkSync(content.link, path);
  else {
    writeFileSync(path, content.run);
    chmodSync(path, 0o755);
  }
}
