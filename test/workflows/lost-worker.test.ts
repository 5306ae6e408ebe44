import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { startValidation, type ValidationHandle } from '../../src/client.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { aRepository, type BuiltRepository } from '../builders/a-repository.ts';
import { aWorkItem } from '../builders/a-work-item.ts';
import { needs } from '../needs.ts';
import { developerQueue } from './developer-queue.ts';
import { testGate } from './test-gate.ts';

/** The suite takes seconds, and the loss of a worker is seen after its heartbeat time-out of 15 s. */
jest.setTimeout(180_000);

const developers = await developerQueue();

/** In the command line of every process of the suite. */
const MARK = `lost-worker-${randomUUID()}`;

/** One test that takes long enough to be killed in, with a detached child of its own, and one that fails. */
const SUITE = `import { spawn } from 'node:child_process';
import { test } from 'node:test';
test('takes its time', async () => {
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${MARK}'], { detached: true, stdio: 'ignore' }).unref();
  await new Promise((resolve) => setTimeout(resolve, 5000));
});
test('keeps the cent', () => {
  throw new Error('expected 5.03, got 5.02');
});
`;

const A_TEST = "import { test } from 'node:test';\ntest('adds', () => {});\n";

const processesOfTheSuite = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(MARK);
    } catch {
      return false;
    }
  });

async function until(reached: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const startedMs = Date.now(); Date.now() - startedMs < 60_000;) {
    if (await reached()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`In a minute, this did not come true: ${what}`);
}

needs('bwrap').describe('a worker that is killed during the tests check', () => {
  const taskQueue = `lost-worker-${randomUUID()}`;
  const gate = testGate({ beside: [developers] });
  const workers: ChildProcess[] = [];
  let folder: string;
  let repository: BuiltRepository;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-lost-worker-'));
    repository = aRepository({
      base: { 'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }', 'test/a.test.js': A_TEST },
      change: { [`test/${MARK}.test.js`]: SUITE },
    });
    writeFileSync(join(folder, 'settings.yml'), settings());
  });
  afterAll(() => {
    workers.forEach((worker) => worker.kill('SIGKILL'));
    repository.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function settings(): string {
    const { address, namespace } = gate.server;
    return JSON.stringify({
      fleet: {
        workspace: { base_dir: join(folder, 'workspace') },
        artifacts: { dir: join(folder, 'artifacts') },
        llm: { models: [{ provider: 'scripted', model: 'approve' }] },
        validation: { run_lint: false },
        sandbox: 'required',
      },
      node: { name: 'worker-1' },
      temporal: { address, namespace, task_queue: taskQueue },
    });
  }

  /** Resolves when it polls. */
  async function startWorker(): Promise<ChildProcess> {
    const worker = spawn(process.execPath, ['dist/src/cli.js', 'worker', '--settings', join(folder, 'settings.yml')], {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    workers.push(worker);
    let said = '';
    worker.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('polling'), `the worker polls; it said: ${said}`);
    return worker;
  }

  async function end(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill(signal);
    await gone;
  }

  function validateAttempt(attempt: number, developer?: string): Promise<ValidationHandle> {
    const work_item = aWorkItem({
      work_item_id: MARK,
      repo: { language: 'JavaScript', clone_url: repository.cloneUrl },
      pipeline: { attempt, pr_number: null, branch_name: repository.branch, head_sha: repository.headSha },
    });
    const call = developer === undefined ? { work_item } : { work_item, developer: { workflow_id: developer } };
    return startValidation(call, { client: gate.client, taskQueue });
  }

  /** One a run, activity and attempt, so that a retry's is never taken for what the lost worker left. */
  const checkouts = (): string[] => {
    const runs = join(folder, 'workspace', 'runs');
    if (!existsSync(runs)) return [];
    return readdirSync(runs).flatMap((run) => readdirSync(join(runs, run)).map((attempt) => join(runs, run, attempt)));
  };

  it('costs nothing but time: a second worker gives the same verdict, and the developer hears of it once', async () => {
    const developer = await gate.client.workflow.start('ListeningDeveloper', {
      workflowId: `develop/${MARK}`,
      taskQueue: developers.taskQueue,
    });
    const first = await startWorker();
    const disturbed = await validateAttempt(0, developer.workflowId);
    await until(() => processesOfTheSuite().length >= 2, 'the suite runs, and the child that it left');

    await end(first, 'SIGKILL');
    await until(() => processesOfTheSuite().length === 0, 'no process of the suite is left');
    const left = checkouts();
    expect(left).not.toEqual([]);

    const second = await startWorker();
    expect(left.filter((checkout) => existsSync(checkout))).toEqual([]);
    const undisturbed = await validateAttempt(1);
    const [result, control] = await Promise.all([disturbed.result(), undisturbed.result()]);

    expect(result.pipeline.review_result).toMatchObject({ verdict: 'rejected', judged: true });
    expect(result.pipeline.review_result.issues.join()).toContain('keeps the cent');
    expect(essenceOf(result)).toEqual(essenceOf(control));
    expect(await attemptsOf(disturbed, 'runTests')).toBe(2);
    expect(await attemptsOf(undisturbed, 'runTests')).toBe(1);

    expect(result.notified).toBe(true);
    await developer.signal('go_home');
    expect(await developer.result()).toHaveLength(1);

    expect(processesOfTheSuite()).toEqual([]);
    expect(checkouts()).toEqual([]);
    await end(second, 'SIGTERM');
  });
});

/** All of the verdict but how long it took, and the logs that say so. */
function essenceOf({ pipeline }: ValidationResult): unknown {
  const { checks, ...review } = pipeline.review_result;
  return {
    ...review,
    checks: checks.map((check) => ({ ...check, duration_ms: 0, evidence: check.evidence?.map(({ title }) => title) })),
  };
}

async function attemptsOf(handle: ValidationHandle, activity: string): Promise<number | undefined> {
  const { events = [] } = await handle.fetchHistory();
  const scheduled = events!.find(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity,
  );
  const started = events!.find(
    ({ activityTaskStartedEventAttributes: start }) =>
      start?.scheduledEventId?.toString() === scheduled?.eventId?.toString(),
  );
  return started?.activityTaskStartedEventAttributes?.attempt ?? undefined;
}
