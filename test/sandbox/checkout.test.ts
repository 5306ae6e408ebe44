import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Checkout, CheckoutOwner, Checkouts } from '../../src/activities/ports.ts';
import { createCheckouts } from '../../src/sandbox/checkout.ts';
import { createRunCommand } from '../../src/sandbox/run-command.ts';
import { sweepCheckouts } from '../../src/sandbox/sweep-checkouts.ts';
import { needs } from '../needs.ts';
import { commit, git, makeFolder, makeRepository, serveOverHttp, sourceOf, write } from './real-repository.ts';
import { never, shell } from './hand-made-checkout.ts';

let origin: ReturnType<typeof makeRepository>;
let baseDir: string;
let checkouts: Checkouts;
const owner: CheckoutOwner = { runId: 'run-1', activityId: '3', attempt: 1 };

beforeEach(() => {
  origin = makeRepository();
  baseDir = join(makeFolder('lex-base-'), 'work');
  checkouts = createCheckouts({ baseDir });
});
afterEach(() => {
  origin.remove();
  rmSync(join(baseDir, '..'), { recursive: true, force: true });
});

function lend<T>(
  change: Parameters<Checkouts['withCheckout']>[0],
  use: (checkout: Checkout) => Promise<T> | T,
): Promise<T> {
  return checkouts.withCheckout(change, owner, never, async (checkout) => use(checkout));
}

function mirrorDir(): string {
  const name = readdirSync(join(baseDir, 'mirrors')).find((entry) => /^[0-9a-f]{64}$/.test(entry));
  return join(baseDir, 'mirrors', name ?? 'none');
}

describe('resolving a change', () => {
  it('finds the pushed commit at the branch’s tip, the merge base and what changed between them', async () => {
    git(origin.dir, 'checkout', '-q', 'main');
    commit(origin.dir, { 'lib/later.rb': 'L = 1\n' }, 'main moves on');
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    expect(change).toMatchObject({ headSha: origin.head, baseSha: origin.base, fileCount: 1 });
    expect(change.files).toEqual([{ path: 'lib/a.rb', change: 'modified', oldMode: '100644', newMode: '100644' }]);
    expect(JSON.stringify(change)).not.toContain(baseDir);
  });

  it('judges the commit that the work item names, not the branch’s tip', async () => {
    commit(origin.dir, { 'lib/c.rb': 'C = 1\n' });
    const change = await checkouts.resolveChange(sourceOf(`file://${origin.dir}`, { headSha: origin.head }), never);
    expect(change.headSha).toBe(origin.head);
  });

  it('finds a pull request’s head where the branch is not on the remote', async () => {
    git(origin.dir, 'update-ref', 'refs/pull/7/head', origin.head);
    const change = await checkouts.resolveChange(
      sourceOf(origin.dir, { branch: 'somebody-elses', prNumber: 7 }),
      never,
    );
    expect(change.headSha).toBe(origin.head);
  });

  it.each([
    ['a commit that was never pushed', { headSha: '1234567890'.repeat(4) }, 'CommitMissing'],
    ['a branch that is gone', { branch: 'gone' }, 'CommitMissing'],
    ['a default branch that is not there', { defaultBranch: 'trunk' }, 'NoMergeBase'],
    ['a commit id cut short', { headSha: 'abc1234' }, 'RemoteInvalid'],
    ['an option for a branch', { branch: '--upload-pack=touch /tmp/pwned' }, 'RemoteInvalid'],
    ['a second refspec in a branch', { branch: 'fix:refs/heads/main' }, 'RemoteInvalid'],
    ['a pattern for a branch', { branch: '*' }, 'RemoteInvalid'],
    ['a path trick in a branch', { branch: '../../x' }, 'RemoteInvalid'],
    ['a line break in a branch', { branch: 'fix\nmain' }, 'RemoteInvalid'],
    ['no pull request 0', { branch: null, prNumber: 0 }, 'RemoteInvalid'],
  ])('tells %s by a name of its own', async (_title, more, name) => {
    await expect(checkouts.resolveChange(sourceOf(origin.dir, more), never)).rejects.toMatchObject({ name });
  });

  it.each([
    ['-upload-pack=x', 'RemoteInvalid'],
    ['--upload-pack=touch /tmp/pwned', 'RemoteInvalid'],
    ['ext::sh -c "touch /tmp/pwned"', 'RemoteInvalid'],
    ['git://forge.test/x', 'RemoteInvalid'],
    ['ssh://-oProxyCommand=x/y', 'RemoteInvalid'],
    ['relative/path', 'RemoteInvalid'],
    ['', 'RemoteInvalid'],
    ['https://user:pass@forge.test/x', 'RemoteInvalid'],
    ['http://127.0.0.1:1/x.git', 'GitFailed'],
    ['/no/such/folder', 'RepositoryMissing'],
  ])('refuses or reports the address %p', async (cloneUrl, name) => {
    await expect(checkouts.resolveChange(sourceOf(cloneUrl), never)).rejects.toMatchObject({ name });
    await expect(checkouts.fetchBranchHead(sourceOf(cloneUrl), never)).rejects.toMatchObject({ name });
  });

  it('tells histories that share nothing from an outage', async () => {
    git(origin.dir, 'checkout', '-q', '--orphan', 'alone');
    commit(origin.dir, { x: '1' });
    await expect(checkouts.resolveChange(sourceOf(origin.dir, { branch: 'alone' }), never)).rejects.toMatchObject({
      name: 'NoMergeBase',
    });
  });

  it('rejects with the signal’s reason when cancelled', async () => {
    await expect(checkouts.resolveChange(sourceOf(origin.dir), AbortSignal.abort('stop'))).rejects.toBe('stop');
  });
});

describe('the changed files', () => {
  const odd = [
    'tab\there',
    'line\nbreak',
    'quote"s',
    'sp ace',
    'ümläut.rb',
    '-dash',
    '--',
    ':(glob)x',
    'a\\b',
    "apo'strophe",
    '{curly}',
    '$(x)',
  ];

  it('have exact names, whatever they are, and can be read from either side by them', async () => {
    git(origin.dir, 'checkout', '-q', 'main');
    commit(origin.dir, Object.fromEntries(odd.map((name) => [`odd/${name}`, `old ${name}`])), 'odd');
    git(origin.dir, 'checkout', '-q', '-b', 'names');
    commit(origin.dir, Object.fromEntries(odd.map((name) => [`odd/${name}`, `new ${name}`])));
    const change = await checkouts.resolveChange(sourceOf(origin.dir, { branch: 'names' }), never);
    expect(change.files.map(({ path }) => path).sort()).toEqual(odd.map((name) => `odd/${name}`).sort());
    await lend(change, async ({ readBase, readHead, dir }) => {
      for (const name of odd) {
        expect(Buffer.from((await readBase(`odd/${name}`)) ?? '').toString()).toBe(`old ${name}`);
        expect(Buffer.from((await readHead(`odd/${name}`)) ?? '').toString()).toBe(`new ${name}`);
        expect(readFileSync(join(dir, 'odd', name), 'utf8')).toBe(`new ${name}`);
      }
    });
  });

  it('tell renames, deletions, modes, links and submodules apart', async () => {
    const inner = makeRepository();
    git(origin.dir, 'mv', 'lib/b.rb', 'lib/moved.rb');
    git(origin.dir, 'rm', '-q', 'README.md');
    write(origin.dir, 'bin/run', '#!/bin/sh\n');
    chmodSync(join(origin.dir, 'bin/run'), 0o755);
    symlinkSync('/etc/passwd', join(origin.dir, 'link'));
    git(origin.dir, 'submodule', '--quiet', 'add', inner.dir, 'vendor/inner');
    commit(origin.dir, {});
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    inner.remove();
    const byPath = Object.fromEntries(change.files.map((file) => [file.path, file]));
    expect(byPath['lib/moved.rb']).toMatchObject({ change: 'renamed', from: 'lib/b.rb' });
    expect(byPath['README.md']).toMatchObject({ change: 'deleted', newMode: '000000' });
    expect(byPath['bin/run']).toMatchObject({ change: 'added', newMode: '100755' });
    expect(byPath.link).toMatchObject({ newMode: '120000' });
    expect(byPath['vendor/inner']).toMatchObject({ newMode: '160000' });
    await lend(change, async ({ dir, readHead, readBase }) => {
      expect(Buffer.from((await readHead('link')) ?? '').toString()).toBe('/etc/passwd');
      expect(await readHead('vendor/inner')).toBeNull();
      expect(await readHead('README.md')).toBeNull();
      expect(await readHead('lib')).toBeNull();
      expect(await readHead('../x')).toBeNull();
      expect(Buffer.from((await readBase('README.md')) ?? '').toString()).toBe('read me\n');
      expect(Buffer.from((await readBase('lib/b.rb')) ?? '').toString()).toContain('B3');
      expect(readdirSync(join(dir, 'vendor/inner'))).toEqual([]);
      expect(statSync(join(dir, 'bin/run')).mode & 0o111).toBe(0o111);
    });
  });

  it('whose names are no UTF-8 stay apart', async () => {
    for (const byte of [0xfe, 0xff])
      writeFileSync(Buffer.concat([Buffer.from(`${origin.dir}/bad`), Buffer.from([byte])]), `byte ${byte}`);
    commit(origin.dir, {});
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    expect(change.files.map(({ path }) => path)).toEqual(['bad\\xfe', 'bad\\xff', 'lib/a.rb']);
    await lend(change, async ({ readHead }) => {
      expect(Buffer.from((await readHead('bad\\xff')) ?? '').toString()).toBe('byte 255');
    });
  });

  it('travel as the first 200, and are all in the checkout', async () => {
    commit(origin.dir, Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`many/${n}`, String(n)])));
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    expect([change.fileCount, change.files.length]).toEqual([251, 200]);
    expect(await lend(change, ({ changedFiles }) => changedFiles.length)).toBe(251);
  });
});

describe('the diff', () => {
  it('hides nothing that the change’s own attributes would hide', async () => {
    commit(origin.dir, { '.gitattributes': '*.rb -diff\n*.rb diff=evil\nlib/a.rb binary\n', 'lib/a.rb': 'A = evil\n' });
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    const diff = await checkouts.readDiff(change, never);
    expect(diff).toContain('+A = evil');
    expect(diff).toContain('diff --git a/lib/a.rb b/lib/a.rb');
    expect(diff).not.toContain('Binary files');
  });
});

describe('the head of a branch', () => {
  it('is read from the remote each time, by its exact name', async () => {
    git(origin.dir, 'branch', 'x/refs/heads/fix', 'main');
    expect(await checkouts.fetchBranchHead(sourceOf(origin.dir), never)).toBe(origin.head);
    const moved = commit(origin.dir, { 'lib/z.rb': '1' });
    expect(await checkouts.fetchBranchHead(sourceOf(origin.dir), never)).toBe(moved);
    git(origin.dir, 'checkout', '-q', 'main');
    git(origin.dir, 'branch', '-D', 'fix');
    expect(await checkouts.fetchBranchHead(sourceOf(origin.dir), never)).toBeNull();
  });
});

describe('a checkout', () => {
  it('holds the pushed commit and is gone afterwards, whatever happens in it', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    let seen = '';
    const failing = lend(change, ({ dir, reportDir }) => {
      seen = dir;
      expect(readFileSync(join(dir, 'lib/a.rb'), 'utf8')).toBe('A = 2\n');
      expect(readdirSync(reportDir)).toEqual([]);
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(existsSync(seen)).toBe(false);
    expect(readdirSync(join(baseDir, 'runs'))).toEqual([]);
  });

  it('is made anew for each attempt, also of two that overlap', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    const dirs = await Promise.all(
      [1, 2, 2].map((attempt) =>
        checkouts.withCheckout(change, { ...owner, attempt }, never, async ({ dir }) => {
          writeFileSync(join(dir, 'mine'), '');
          await new Promise((resolve) => setTimeout(resolve, 200));
          return dir;
        }),
      ),
    );
    expect(new Set(dirs).size).toBe(3);
  });

  it('stays in its own folder for a run id that is a path', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    const dir = await checkouts.withCheckout(
      change,
      { runId: '../../out', activityId: '../x', attempt: 1 },
      never,
      ({ dir }) => Promise.resolve(dir),
    );
    expect(dir.startsWith(join(baseDir, 'runs') + '/')).toBe(true);
    expect(dir).not.toContain('..');
  });

  it('is made on a machine that never saw the repository', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    rmSync(baseDir, { recursive: true });
    expect(await lend(change, ({ dir }) => readFileSync(join(dir, 'lib/a.rb'), 'utf8'))).toBe('A = 2\n');
  });

  it('runs nothing that the repository or the machine’s configuration names', async () => {
    const mark = join(baseDir, '..', 'pwned');
    const script = `#!/bin/sh\ntouch ${mark}\n`;
    for (const hook of ['post-checkout', 'post-merge', 'reference-transaction', 'fsmonitor-watchman']) {
      write(origin.dir, `.git/hooks/${hook}`, script);
      chmodSync(join(origin.dir, '.git/hooks', hook), 0o755);
    }
    git(origin.dir, 'config', 'core.fsmonitor', `touch ${mark}`);
    git(origin.dir, 'config', 'uploadpack.packObjectsHook', `touch ${mark}`);
    git(origin.dir, 'config', 'filter.evil.smudge', `touch ${mark}`);
    git(origin.dir, 'config', 'diff.external', `touch ${mark}`);
    git(origin.dir, 'config', 'diff.evil.textconv', `touch ${mark}`);
    const tip = execFileSync(
      'sh',
      [
        '-c',
        `cd ${origin.dir} && mv .git/config .git/hidden && printf '[core]\\n\\tbare=false\\n' > .git/config && rm -r .git/hooks && printf '* filter=evil diff=evil\\n' > .gitattributes && git -c user.name=d -c user.email=d@e.test add -A && git -c user.name=d -c user.email=d@e.test commit -qm evil && git rev-parse HEAD && mv .git/hidden .git/config`,
      ],
      { encoding: 'utf8' },
    ).trim();
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    expect(change.headSha).toBe(tip);
    await checkouts.readDiff(change, never);
    await lend(change, ({ dir }) => expect(existsSync(join(dir, '.git/hooks'))).toBe(false));
    expect(existsSync(mark)).toBe(false);
  });

  it('survives a prune of the mirror by hand while it is lent, and its run’s refs go with the run', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    await lend(change, async ({ readHead }) => {
      git(origin.dir, 'checkout', '-q', 'main');
      git(origin.dir, 'branch', '-D', 'fix');
      git(mirrorDir(), 'update-ref', '-d', 'refs/lex/fetched');
      git(mirrorDir(), 'gc', '--quiet', '--prune=now');
      expect(await readHead('lib/a.rb')).not.toBeNull();
    });
    expect(git(mirrorDir(), 'for-each-ref', 'refs/lex/runs')).toContain('refs/lex/runs/run-1/');
    await checkouts.release('run-1');
    await checkouts.release('run-1');
    expect(git(mirrorDir(), 'for-each-ref', 'refs/lex/runs')).toBe('');
  });

  it('can be removed after a suite took away its own permissions', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    const run = createRunCommand();
    await lend(change, async (checkout) => {
      await run(shell(checkout, 'mkdir -p closed/inner && touch closed/inner/f && chmod 0 closed/inner closed'), never);
    });
    expect(readdirSync(join(baseDir, 'runs'))).toEqual([]);
  });
});

describe('a worker’s start', () => {
  it('removes the folders, refs and locks of processes that are gone, and no others', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    await lend(change, async ({ dir }) => {
      const left = join(baseDir, 'runs', 'run-dead', '1-1-x');
      const alive = JSON.parse(readFileSync(join(dir, '..', 'owner.json'), 'utf8')) as Record<string, unknown>;
      write(left, 'owner.json', JSON.stringify({ ...alive, startedAt: '1' }));
      write(left, 'repo/file', 'x');
      git(mirrorDir(), 'update-ref', `refs/lex/runs/run-dead/${change.headSha}`, change.headSha);
      symlinkSync(JSON.stringify({ ...alive, startedAt: '1' }), `${mirrorDir()}.lock`);
      await sweepCheckouts(baseDir);
      expect(readdirSync(join(baseDir, 'runs'))).toEqual(['run-1']);
      expect(existsSync(dir)).toBe(true);
      expect(git(mirrorDir(), 'for-each-ref', '--format=%(refname)', 'refs/lex/runs')).not.toContain('run-dead');
      expect(git(mirrorDir(), 'for-each-ref', '--format=%(refname)', 'refs/lex/runs')).toContain('run-1');
      expect(readdirSync(join(baseDir, 'mirrors')).some((name) => name.includes('.lock'))).toBe(false);
    });
  });

  it('finds nothing to do where nothing is', async () => {
    await expect(sweepCheckouts(join(baseDir, 'nothing'))).resolves.toBeUndefined();
  });
});

describe('a mirror', () => {
  it('whose lock a dead process holds is taken over', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    symlinkSync(JSON.stringify({ pid: 999_999_9, startedAt: '1', bootId: 'x', place: 'x' }), `${mirrorDir()}.lock`);
    rmSync(`${mirrorDir()}.lock`);
    symlinkSync('not even json', `${mirrorDir()}.lock`);
    expect((await checkouts.resolveChange(sourceOf(origin.dir), never)).headSha).toBe(change.headSha);
  });

  it('is made once by many that need it at the same time', async () => {
    const others = [checkouts, createCheckouts({ baseDir }), createCheckouts({ baseDir })];
    const changes = await Promise.all(
      others.flatMap((one) => [
        one.resolveChange(sourceOf(origin.dir), never),
        one.resolveChange(sourceOf(origin.dir), never),
      ]),
    );
    expect(new Set(changes.map(({ headSha }) => headSha))).toEqual(new Set([origin.head]));
  });
});

describe('a remote that asks for a credential', () => {
  const token = ['tok', 'en-', 'for-the-test'].join('');
  const header = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;

  it('gets it, and it is on no command line, in no file and in no error', async () => {
    const http = await serveOverHttp(join(origin.dir, '..'), header);
    const seenArguments = new Set<string>();
    const watch = setInterval(() => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          seenArguments.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          /* it ended */
        }
      }
    }, 2);
    const url = `${http.url}/${origin.dir.split('/').pop() ?? ''}/.git`;
    const withToken = createCheckouts({ baseDir, token: (asked) => (asked === url ? token : undefined) });
    const change = await withToken.resolveChange(sourceOf(url, { headSha: origin.head }), never);
    const head = await withToken.fetchBranchHead(sourceOf(url), never);
    clearInterval(watch);
    expect([change.headSha, head]).toEqual([origin.head, origin.head]);
    expect(http.seen).toContain(header);
    await withToken.withCheckout(change, owner, never, () => {
      expect(() => execFileSync('grep', ['-r', '-l', '-e', token, '-e', header.slice(6), baseDir])).toThrow();
      return Promise.resolve();
    });
    expect([...seenArguments].some((line) => line.includes('git-remote-http'))).toBe(true);
    expect([...seenArguments].filter((line) => line.includes(token) || line.includes(header.slice(6)))).toEqual([]);
    http.close();
  });

  it('that refuses it gets an error without it', async () => {
    const http = await serveOverHttp(join(origin.dir, '..'), 'Basic other');
    const withToken = createCheckouts({ baseDir, token: () => token });
    const failed = withToken.resolveChange(sourceOf(`${http.url}/x/.git`), never);
    await expect(failed).rejects.toMatchObject({ name: 'GitFailed' });
    const error: Error = await failed.then(
      () => new Error('it was let in'),
      (reason: unknown) => reason as Error,
    );
    expect(`${error.message}${error.stack ?? ''}`).not.toMatch(new RegExp(`${token}|${header.slice(6, 30)}`));
    http.close();
  });

  it('tells a repository that is not there from an outage', async () => {
    const http = await serveOverHttp(join(origin.dir, '..'), null);
    await expect(checkouts.resolveChange(sourceOf(`${http.url}/nothing/.git`), never)).rejects.toMatchObject({
      name: 'RepositoryMissing',
    });
    http.close();
  });

  it('never gets it in the clear from another machine', async () => {
    const withToken = createCheckouts({ baseDir, token: () => token });
    await expect(withToken.resolveChange(sourceOf('http://forge.test/x.git'), never)).rejects.toMatchObject({
      name: 'RemoteInvalid',
    });
  });
});

needs('bwrap').describe('inside a checkout’s sandbox', () => {
  it('git works, and nothing can change the mirror', async () => {
    const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
    const run = createRunCommand();
    await lend(change, async (checkout) => {
      const result = await run(
        shell(
          checkout,
          'git status --porcelain && git log --oneline | wc -l && git ls-files && touch /git-objects/x; chmod -R u+w /git-objects; rm -rf /git-objects/*; git gc -q --prune=now; git fsck && git show HEAD:lib/a.rb',
        ),
        never,
      );
      expect(result.end).toEqual({ kind: 'exited', code: 0 });
      expect(result.output).toContain('2\nREADME.md\nlib/a.rb\nlib/b.rb\n');
      expect(result.output).toContain('Read-only file system');
    });
    expect(git(mirrorDir(), 'fsck')).toBe('');
  });
});

needs('bwrap').describe('a worker with a strict umask', () => {
  it('lends checkouts whose git works all the same', async () => {
    const before = process.umask(0o077);
    try {
      const change = await checkouts.resolveChange(sourceOf(origin.dir), never);
      await lend(change, async (checkout) => {
        const result = await createRunCommand()(shell(checkout, 'git fsck && git log --oneline | wc -l'), never);
        expect(result).toMatchObject({
          end: { kind: 'exited', code: 0 },
          output: expect.stringContaining('2\n') as unknown,
        });
      });
    } finally {
      process.umask(before);
    }
  });
});

describe('a checkout without bubblewrap', () => {
  it('has a git that works, and a mirror that it cannot change by accident', async () => {
    const bare = createCheckouts({ baseDir, bubblewrap: 'off' });
    const change = await bare.resolveChange(sourceOf(origin.dir), never);
    const run = createRunCommand({ bubblewrap: 'off' });
    await bare.withCheckout(change, owner, never, async (checkout) => {
      const result = await run(
        shell(checkout, 'git log --oneline | wc -l; git gc -q --prune=now; git repack -adq; git show HEAD:lib/a.rb'),
        never,
      );
      expect(result.output).toBe('2\nA = 2\n');
    });
    expect(git(mirrorDir(), 'fsck')).toBe('');
  });
});
