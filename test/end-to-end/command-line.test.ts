import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { packageRoot } from '../../src/temporal/package-root.ts';
import { ownTemporal, runCommand, startCommand, type CommandOptions } from '../cli/a-command.ts';
import { aLocalRepository, aTokenLine, type LocalRepository } from '../cli/a-local-repository.ts';
import { eventually } from './eventually.ts';

const LIMIT_MS = 180_000;

let repository: LocalRepository;
let temporal: Awaited<ReturnType<typeof ownTemporal>>;
let settings: string;

beforeAll(async () => {
  temporal = await ownTemporal();
  settings = join(temporal.LEX_CACHE_DIR, 'settings.yml');
  const [workspace, artifacts] = ['workspace', 'artifacts'].map((name) => join(temporal.LEX_CACHE_DIR, name));
  await writeFile(
    settings,
    `fleet:\n  workspace: { base_dir: ${workspace} }\n  artifacts: { dir: ${artifacts} }\n` +
      '  llm: { models: [{ provider: scripted, model: approve }] }\n',
  );
  repository = await aLocalRepository();
  await take('base');
  await repository.git('checkout', '-q', '-b', 'right');
  await take('right');
  await repository.git('checkout', '-q', '-b', 'broken', 'main');
  await take('broken');
  await repository.commit({ 'src/ledger.js': aTokenLine() });
}, LIMIT_MS);
afterAll(async () => {
  await repository.remove();
  await rm(temporal.LEX_CACHE_DIR, { recursive: true, force: true });
});

async function take(variant: string): Promise<void> {
  await cp(join(packageRoot(), 'examples', 'ledger-kit', variant), repository.dir, { recursive: true });
  await repository.commit({});
}

function options(extra: CommandOptions['env'] = {}): CommandOptions {
  return { cwd: repository.dir, env: { ...temporal, ...extra } };
}

function validateRepository(...more: string[]) {
  return runCommand(['validate', '--repo', '.', '--settings', settings, ...more], options());
}

function read(stdout: string): ValidationResult {
  return JSON.parse(stdout) as ValidationResult;
}

/** Command lines of living processes that name our cache folder: the embedded server's, or what runs in a checkout. */
async function processesOfOurs(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(temporal.LEX_CACHE_DIR) && !line.includes('settings.yml'));
}

async function checkoutsLeft(): Promise<string[]> {
  return readdir(join(temporal.LEX_CACHE_DIR, 'workspace', 'runs')).catch(() => []);
}

/** What the command has written on standard error so far. */
function watch({ stderr }: ReturnType<typeof startCommand>): () => string {
  let seen = '';
  stderr?.on('data', (chunk: Buffer) => (seen += chunk.toString()));
  return () => seen;
}

function until(seen: () => string, wanted: RegExp): Promise<void> {
  return eventually(() => wanted.test(seen()), LIMIT_MS, seen);
}

describe('validate', () => {
  it(
    'rejects with exit code 1 and names each fault, with the result alone on standard output',
    async () => {
      await repository.git('checkout', '-q', 'broken');
      const { code, stdout, stderr } = await validateRepository('--json');
      const { verdict, issues } = read(stdout).pipeline.review_result;
      expect({ code, verdict }).toEqual({ code: 1, verdict: 'rejected' });
      expect(issues.join('\n')).toMatch(
        /tests: .*no cent is lost[^]*lint: src\/split\.js:3: no-var[^]*src\/ledger\.js:1: secret/,
      );
      expect(stderr).toMatch(/REJECTED[^]*result {3}\//);
      expect(await processesOfOurs()).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'approves with exit code 0; status and explain know the run afterwards, without a server',
    async () => {
      await repository.git('checkout', '-q', 'right');
      const { code, stdout } = await validateRepository('--json');
      const result = read(stdout);
      expect({ code, success: result.success, stage: result.pipeline.stage }).toEqual({
        code: 0,
        success: true,
        stage: 'validated',
      });
      expect(result.pipeline.review_result.score.aggregate).toBe(1);
      const id = result.work_item.work_item_id;
      const without = options({ LEX_TEMPORAL_CLI: '/nowhere' });
      const status = await runCommand(['status', id], without);
      expect({ code: status.code, first: status.stdout.split('\n')[0] }).toEqual({
        code: 0,
        first: `validate/${id}/0: approved`,
      });
      const explained = await runCommand(['explain', `validate/${id}/0`, '--json'], without);
      expect(JSON.parse(explained.stdout)).toMatchObject({ decided_by: [], workflow_id: `validate/${id}/0` });
    },
    LIMIT_MS,
  );

  it(
    'is not judged, with exit code 3, where no model is configured',
    async () => {
      const bare = join(temporal.LEX_CACHE_DIR, 'bare.yml');
      await writeFile(bare, `fleet: { workspace: { base_dir: ${join(temporal.LEX_CACHE_DIR, 'workspace')} } }\n`);
      const { code, stdout } = await runCommand(['validate', '--repo', '.', '--settings', bare, '--json'], options());
      const { verdict, judged } = read(stdout).pipeline.review_result;
      expect({ code, verdict, judged }).toEqual({ code: 3, verdict: 'rejected', judged: false });
    },
    LIMIT_MS,
  );

  it(
    'works three times at once',
    async () => {
      const ends = await Promise.all([1, 2, 3].map(() => validateRepository('--json')));
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
      expect(new Set(ends.map(({ stdout }) => read(stdout).work_item.work_item_id)).size).toBe(3);
      expect(ends.filter(({ stderr }) => /runs of this one are kept in .*runs-[23]\.db/.test(stderr))).toHaveLength(2);
      expect(await processesOfOurs()).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'ends by %s with its run cancelled, no process, no checkout, and exit code %d',
    async (signal, exitCode) => {
      const command = startCommand(['validate', '--repo', '.', '--settings', settings], options());
      const seen = watch(command);
      await until(seen, /tests +running/);
      await eventually(
        async () => (await checkoutsLeft()).length > 0,
        LIMIT_MS,
        () => 'no checkout was made',
      );
      expect((await processesOfOurs()).length).toBeGreaterThan(0);
      process.kill(-Number(command.pid), signal);
      const { exitCode: code, stdout } = await command;
      expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
      expect(seen()).toContain('cancelling the run');
      expect({ processes: await processesOfOurs(), checkouts: await checkoutsLeft() }).toEqual({
        processes: [],
        checkouts: [],
      });
    },
    LIMIT_MS,
  );

  it(
    'leaves no process when it is killed, and the next one takes the run up where it stood',
    async () => {
      const head = await repository.git('rev-parse', 'HEAD');
      const item = {
        work_item_id: 'killed-1',
        repo: { owner: 'local', name: 'ledger-kit', clone_url: repository.dir, default_branch: 'main' },
        pipeline: { stage: 'implemented', attempt: 0, branch_name: 'right', head_sha: head, pr_number: null },
      };
      const args = ['validate', '-', '--json', '--settings', settings];
      const input = JSON.stringify(item);
      const command = startCommand(args, { ...options(), input });
      const seen = watch(command);
      await until(seen, /tests +running/);
      process.kill(Number(command.pid), 'SIGKILL');
      await command;
      await eventually(
        async () => (await processesOfOurs()).length === 0,
        15_000,
        () => 'something still runs',
      );
      const { code, stdout } = await runCommand(args, { ...options(), input });
      expect({ code, verdict: read(stdout).pipeline.review_result.verdict }).toEqual({ code: 0, verdict: 'approved' });
    },
    LIMIT_MS,
  );
});

describe('up', () => {
  it(
    'judges what validate hands over, refuses a second one, and ends by SIGINT with exit code 0',
    async () => {
      const up = startCommand(['up', '--settings', settings], options());
      const seen = watch(up);
      await until(seen, /A worker is polling/);
      const joined = await validateRepository('--json');
      expect(joined.code).toBe(0);
      expect(joined.stderr).toContain('joining `lex-validator up`');
      const id = read(joined.stdout).work_item.work_item_id;
      const second = await runCommand(['up'], options());
      expect({ code: second.code, said: second.stderr }).toEqual({
        code: 2,
        said: expect.stringContaining('runs already'),
      });
      expect((await runCommand(['status', id], options())).stdout).toMatch(/: approved/);
      process.kill(-Number(up.pid), 'SIGINT');
      expect((await up).exitCode).toBe(0);
      expect(await processesOfOurs()).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('a server that is named', () => {
  it(
    'is used without a worker of ours: validate says that nobody polls, and Ctrl-C gives up',
    async () => {
      const address = String(process.env.LEX_TEST_TEMPORAL_ADDRESS);
      const file = join(tmpdir(), `lex-named-${process.pid}.yml`);
      await writeFile(file, `temporal: { address: "${address}", task_queue: nobody-${process.pid} }\n`);
      const command = startCommand(['validate', '--repo', '.', '--settings', file], options());
      const seen = watch(command);
      await until(seen, /no worker polls the task queue nobody-/);
      process.kill(-Number(command.pid), 'SIGINT');
      expect((await command).exitCode).toBe(130);
      await rm(file);
    },
    LIMIT_MS,
  );

  it(
    'that does not answer is exit code 4, with its address',
    async () => {
      const { code, stdout, stderr } = await runCommand(
        ['validate', '--repo', '.', '--settings', settings],
        options({ TEMPORAL_ADDRESS: '127.0.0.1:1' }),
      );
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
      expect(stderr).toMatch(/No Temporal server answers at 127\.0\.0\.1:1/);
    },
    LIMIT_MS,
  );
});
