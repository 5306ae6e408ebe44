import { readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findDifferences, type ExampleEnd } from '../../examples/example.ts';
import type { ValidationResult } from '../../src/domain/verdict.ts';
import { ownTemporal, startCommand } from '../cli/a-command.ts';
import { aReview } from '../report/a-result.ts';
import { eventually } from './eventually.ts';

const LIMIT_MS = 180_000;
const START = 'dist/examples/start.js';

let temporal: Awaited<ReturnType<typeof ownTemporal>>;
beforeAll(async () => {
  temporal = await ownTemporal();
});
afterAll(() => rm(temporal.LEX_CACHE_DIR, { recursive: true, force: true }));

function start(...args: string[]) {
  const command = startCommand(args, { program: START, env: temporal });
  let seen = '';
  for (const stream of [command.stdout, command.stderr])
    stream?.on('data', (chunk: Buffer) => (seen += chunk.toString()));
  return { command, seen: () => seen };
}

async function foldersOfExamples(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('lex-example'));
}

async function serversOfOurs(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.includes(temporal.LEX_CACHE_DIR));
}

describe('npm start', () => {
  it(
    'takes the three examples to their verdicts, loud about its scripted reviewers, and leaves nothing running',
    async () => {
      const before = await foldersOfExamples();
      const { command, seen } = start();
      expect((await command).exitCode).toBe(0);
      expect(seen()).toContain('SCRIPTED');
      expect(
        seen()
          .match(/^ok .*: (approved|rejected), score [\d.]+, attempt \d$/gm)
          ?.map((line) => line.replace(/.*: /, '')),
      ).toEqual(['approved, score 1, attempt 0', 'rejected, score 0.375, attempt 0', 'approved, score 1, attempt 1']);
      expect(seen()).toMatch(
        /- tests: no cent is lost[^]*- lint: src\/split\.js:3: no-var[^]*- security: src\/ledger\.js:2: secret/,
      );
      expect(seen()).toContain('the developer workflow was signalled: yes');
      expect(seen()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\/develop%2F/);
      expect(seen().match(/^live at {2}http:.*\/workflows\/validate%2F/gm)).toHaveLength(4);
      expect(await serversOfOurs()).toEqual([]);
      expect((await foldersOfExamples()).filter((name) => !before.includes(name))).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each([
    ['in the first example', /▸ tests/],
    ['in the loop', /developer: attempt 0[^]*▸ tests/],
  ])(
    'ends by Ctrl-C %s, and leaves nothing running and no folder',
    async (_where, sign) => {
      const before = await foldersOfExamples();
      const { command, seen } = start();
      await eventually(() => sign.test(seen()), LIMIT_MS, seen);
      expect((await serversOfOurs()).length).toBeGreaterThan(0);
      process.kill(-Number(command.pid), 'SIGINT');
      expect((await command).exitCode).toBe(130);
      expect(seen()).toMatch(/cancelling/);
      expect(await serversOfOurs()).toEqual([]);
      expect((await foldersOfExamples()).filter((name) => !before.includes(name))).toEqual([]);
    },
    LIMIT_MS,
  );

  it('with a work item is validate: a bad one is exit code 2', async () => {
    const { command, seen } = start('/nowhere/item.json');
    expect((await command).exitCode).toBe(2);
    expect(seen()).toContain('There is no file /nowhere/item.json');
  });
});

describe('an example that went wrong', () => {
  const expected = { verdict: 'rejected' as const, attempt: 0, named: [/^tests: /] };
  const end = (review: object, attempt = 0): ExampleEnd => ({
    result: { pipeline: { attempt, review_result: aReview(review) } } as ValidationResult,
    workflowIds: [],
  });

  it('is told from one that ended as it must', () => {
    expect(findDifferences(end({}), expected)).toEqual([]);
  });

  it.each([
    ['the wrong verdict', end({ verdict: 'approved' })],
    ['no judgement', end({ judged: false })],
    ['the wrong attempt', end({}, 1)],
    ['a fault that is not named', end({ issues: ['lint: something'] })],
  ])('by %s', (_what, wrong) => {
    expect(findDifferences(wrong, expected)).toHaveLength(1);
  });

  it('by an approval with less than the full score', () => {
    const approval = { verdict: 'approved' as const, attempt: 0, named: [] };
    expect(findDifferences(end({ verdict: 'approved' }), approval)).toEqual(['the score is 0.825']);
  });
});
