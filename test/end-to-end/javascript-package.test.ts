import { describe, expect, it } from '@jest/globals';
import { testServer } from '../temporal.ts';
import { judgeCase, type GateCase } from './gate-case.ts';
import { javascriptPackage } from './projects.ts';

const server = testServer();

/** Put together here, so that no scanner takes it for a secret of ours. */
const TOKEN = ['ghp', '_', 'x4Qm7Zr2', 'Kp9Vt3Ws', 'Bn6Yc1Hd', 'Lf8Gj5Ta', 'Ue0R'].join('');
const HEAD = "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n";
const WRONG = "test('is wrong', () => assert.equal(1, 2));\n";
const FAILING = { 'test/wrong.test.js': HEAD + WRONG };

const CASES: Record<string, GateCase> = {
  'a test that fails': {
    change: FAILING,
    verdict: 'rejected',
    wanting: { tests: 'failed' },
    says: [/^tests: 1 of 4 tests failed/m],
  },
  'a lint offense': {
    change: { 'src/extra.js': 'var two = 2;\nexport { two };\n' },
    verdict: 'rejected',
    wanting: { lint: 'failed' },
    says: [/^lint: src\/extra\.js:1: no-var: /m],
  },
  'a hard-coded secret': {
    change: { 'src/remote.js': `export const token = '${TOKEN}';\n` },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: src\/remote\.js:1: /m],
  },
  'eval of a variable': {
    change: { 'src/rule.js': 'export const rule = (text) => eval(text);\n' },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: src\/rule\.js:1: /m],
  },
  'no test left': {
    change: { 'test/split.test.js': null, 'test/index.js': '' },
    verdict: 'rejected',
    wanting: { tests: 'failed', security_scan: 'failed' },
    says: [/^tests: /m],
  },
  'a test file that does not load': {
    change: { 'test/wrong.test.js': 'test(\n' },
    verdict: 'rejected',
    wanting: { tests: 'failed' },
    says: [/^tests: /m],
  },
  'process.exit(0) in a test file': {
    change: { 'test/wrong.test.js': `${HEAD}test('leaves', () => process.exit(0));\n${WRONG}` },
    verdict: 'rejected',
    wanting: { tests: 'failed', security_scan: 'failed' },
    says: [/^tests: /m, /^security: test\/wrong\.test\.js:3: /m],
  },
  'a skip that is added': {
    change: {
      'test/split.test.js': (javascriptPackage.right['test/split.test.js'] ?? '').replace('test(', 'test.skip('),
    },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: test\/split\.test\.js:5: /m],
  },
  'a test script that runs nothing': {
    change: {
      ...FAILING,
      'package.json': JSON.stringify({ name: 'ledger-kit', type: 'module', scripts: { test: 'node -e 0' } }),
    },
    verdict: 'rejected',
    wanting: { tests: 'failed' },
    says: [/^tests: 1 of 4 tests failed/m],
  },
  'a linter of its own choice': {
    change: {
      'src/extra.js': 'var two = 2;\nexport { two };\n',
      '.lex-validator.yml':
        "lint:\n  command: ['true']\n  report: { file: '{report}/lint.json', format: eslint-json }\n",
    },
    verdict: 'rejected',
    wanting: { lint: 'failed' },
    says: [/^lint: src\/extra\.js:1: no-var: /m],
  },
  'a linter that was made blind': {
    change: { 'tools/lint.js': 'process.exitCode = 0;\n' },
    verdict: 'not judged',
    wanting: { lint: 'unjudged' },
    says: [/^not judged: lint: the linter itself failed: it wrote no report/m],
  },
  'text that nobody sees': {
    change: { 'src/extra.js': "export const two = 'tw\u200bo';\n" },
    verdict: 'rejected',
    wanting: { security_scan: 'failed' },
    says: [/^security: src\/extra\.js:1: /m],
  },
};

describe('a JavaScript package', () => {
  it('is approved with 1.0 in every dimension when the change deserves it', async () => {
    const review = await judgeCase(server, javascriptPackage, { verdict: 'approved' });
    expect(review.score).toEqual({ completeness: 1, correctness: 1, quality: 1, security: 1, aggregate: 1 });
    expect(review.notes.join('\n')).not.toContain('scripted');
  }, 120_000);

  it.concurrent.each(Object.entries(CASES))(
    'is not approved with %s',
    async (_, gateCase) => {
      await judgeCase(server, javascriptPackage, gateCase);
    },
    180_000,
  );
});
