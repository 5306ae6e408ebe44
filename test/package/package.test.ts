import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execa } from 'execa';
import { exampleWorkItem } from '../../examples/example-work-item.ts';
import { makeExampleRepository } from '../../examples/example-repository.ts';
import type { Explanation } from '../../src/domain/explain-verdict.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { PROJECT, makeConsumer, type Consumer } from './a-consumer.ts';

/** Each test starts programs that take a second alone, and many on a machine that is busy with the other suites. */
jest.setTimeout(300_000);

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };

/** A program of a development dependency of ours, for the consumer's folder. */
const ours = (path: string): string => join(PROJECT, 'node_modules', path);

describe('the package, installed into an empty project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lex-consumer-'));
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await makeConsumer(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const node = (...args: string[]) => consumer.run(process.execPath, args);
  const lexValidator = (...args: string[]) =>
    consumer.run(join(consumer.folder, 'node_modules', '.bin', 'lex-validator'), args);

  it('holds the compiled code, the bundle and the documents, and neither tests nor sources nor what examples made', () => {
    const foreign = consumer.packed.filter((path) => !/^(dist\/src|docs)\/|^dist\/workflow-bundle\.js$/.test(path));
    expect(foreign.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(consumer.packed).toEqual(
      expect.arrayContaining(['dist/src/index.js', 'dist/workflow-bundle.js', 'docs/settings.md']),
    );
  });

  it('holds nothing that was compiled from a source which is gone', () => {
    const compiled = consumer.packed.filter((path) => path.endsWith('.js') && path.startsWith('dist/src/'));
    const sources = compiled.map((path) => path.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
    expect(sources.filter((path) => !isFile(join(PROJECT, path)))).toEqual([]);
  });

  it('has nothing that publint would advise against', async () => {
    const { status, output } = await node(
      ours('publint/src/cli.js'),
      consumer.installed,
      '--pack',
      'false',
      '--strict',
    );
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('All good') });
  });

  it('has types that every resolution of an ES module finds', async () => {
    const attw = ours('@arethetypeswrong/cli/dist/index.js');
    const { status, output } = await node(attw, consumer.tarball, '--profile', 'esm-only', '--no-emoji');
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toContain('lex-validator/workflow-types');
  });

  it('type-checks a program that uses it, and refuses one that uses it wrongly', async () => {
    const { status, output } = await node(ours('typescript/bin/tsc'), '-p', 'tsconfig.json');
    expect({ status, output }).toEqual({ status: 0, output: '' });
  });

  it('puts the workflow types into a developer workflow, and nothing else of ours', async () => {
    const { status, output } = await node('bundle.mjs');
    expect(status).toBe(0);
    const modules = (JSON.parse(output) as string[]).filter((name) => name.includes('lex-validator'));
    expect(modules.map((name) => name.replace(/^.*\/dist\//, '')).sort()).toEqual([
      'src/domain/validation-request.js',
      'src/workflow-types.js',
    ]);
  });

  it('has the command line, which tells its version and its commands', async () => {
    expect(await lexValidator('--version')).toEqual({ status: 0, output: version });
    const { status, output } = await lexValidator('--help');
    expect(status).toBe(0);
    expect(output).toMatch(/validate.*status.*explain.*scan.*worker.*doctor/s);
  });

  it('scans a file, and ends with 1 for a secret in it', async () => {
    writeFileSync(join(consumer.folder, 'harmless.js'), 'export const answer = 42;\n');
    const token = ['ghp', '_', 'x4Qm7Zr2Kp9Vt3WsBn6Y', 'c1HdLf8Gj5TaUe0R'].join('');
    writeFileSync(join(consumer.folder, 'leaking.js'), `export const token = '${token}';\n`);
    expect(await lexValidator('scan', 'harmless.js')).toMatchObject({ status: 0 });
    const { status, output } = await lexValidator('scan', 'leaking.js');
    expect(status).toBe(1);
    expect(output).toContain('leaking.js');
    expect(output).not.toContain(token);
  });

  it('takes a work item to a verdict with a worker of its own, and replays that run with its own bundle', async () => {
    const { result, explanation } = await validateInstalled(consumer);
    expect(result.pipeline.review_result).toMatchObject({ verdict: 'approved', judged: true });
    expect(result.pipeline.review_result.score.aggregate).toBe(1);
    expect(result.work_item.pipeline.trace?.at(-1)?.stage).toBe('validator');
    expect(explanation.lines.length).toBeGreaterThan(0);
  });
});

function isFile(path: string): boolean {
  try {
    return readFileSync(path).length >= 0;
  } catch {
    return false;
  }
}

/** `lex-validator worker` of the package on the run's server, and a program that calls its library. */
async function validateInstalled(consumer: Consumer): Promise<{ result: ValidationResult; explanation: Explanation }> {
  const queue = `package-${process.pid}`;
  const env = {
    TEMPORAL_ADDRESS: process.env.LEX_TEST_TEMPORAL_ADDRESS ?? '',
    TEMPORAL_NAMESPACE: process.env.LEX_TEST_TEMPORAL_NAMESPACE ?? '',
  };
  writeFileSync(join(consumer.folder, 'lex-validator.yml'), settingsFor(queue));
  const repository = await makeExampleRepository();
  const bin = join(consumer.folder, 'node_modules', '.bin', 'lex-validator');
  const worker = execa(bin, ['worker'], { cwd: consumer.folder, env, all: true, reject: false, cleanup: true });
  try {
    const headSha = await repository.push('fleet/fix', 'right');
    const workItem = exampleWorkItem(repository.cloneUrl, 'fleet/fix', headSha);
    writeFileSync(join(consumer.folder, 'work_item.json'), JSON.stringify(workItem));
    const { status, output } = await consumer.run(
      process.execPath,
      ['validate-and-replay.mjs', 'work_item.json', queue],
      env,
    );
    if (status !== 0) throw new Error(`the consumer's program ended with ${status}:\n${output}`);
    return JSON.parse(output) as { result: ValidationResult; explanation: Explanation };
  } finally {
    worker.kill('SIGTERM');
    await worker;
    await repository.remove();
  }
}

function settingsFor(queue: string): string {
  return JSON.stringify({
    fleet: {
      llm: { models: [{ provider: 'scripted', model: 'approve' }] },
      workspace: { base_dir: './workspace' },
      artifacts: { dir: './artifacts' },
    },
    temporal: { task_queue: queue },
  });
}
