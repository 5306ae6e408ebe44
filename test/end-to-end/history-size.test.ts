import { describe, expect, it } from '@jest/globals';
import { testServer } from '../temporal.ts';
import { withGate } from './a-gate.ts';
import { javascriptPackage } from './projects.ts';
import type { Files } from '../builders/a-repository.ts';

const server = testServer();

const MOST_EVENTS = 80;
const KIB = 1024;

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

const SAYS_MUCH: Files = {
  'test/wrong.test.js': `import { test } from 'node:test';\n${lines(300, (index) => `test('wrong ${index}', () => { throw new Error('${'because '.repeat(40)}'); });`)}`,
  'src/long.js': lines(300, (index) => `var long${index} = eval(process.argv[${index}]);`),
};

describe('the history of a run with three reviewers', () => {
  it.each<{ what: string; change: Files; mostBytes: number }>([
    { what: 'is approved', change: {}, mostBytes: 64 * KIB },
    {
      what: 'is rejected by three checks',
      change: {
        'test/wrong.test.js': "import { test } from 'node:test';\ntest('is wrong', () => { throw new Error(); });\n",
        'src/extra.js': 'var two = (text) => eval(text);\nexport { two };\n',
      },
      mostBytes: 64 * KIB,
    },
    {
      what: 'is rejected with 300 failing tests and as many offenses and findings',
      change: SAYS_MUCH,
      mostBytes: 256 * KIB,
    },
  ])(
    'stays under 80 events and its size where the change $what',
    async ({ change, mostBytes }) => {
      await withGate(server, { project: javascriptPackage, change }, async (gate) => {
        const handle = await gate.start();
        const { pipeline } = await handle.result();
        expect(pipeline.review_result.reviewers).toHaveLength(3);
        const { historyLength, historySize } = await handle.describe();
        expect(historyLength).toBeLessThan(MOST_EVENTS);
        expect(historySize).toBeLessThan(mostBytes);
      });
    },
    120_000,
  );
});
