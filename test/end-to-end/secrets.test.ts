import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { verdictWord, type ValidationResult } from '../../src/domain/verdict.ts';
import type { Fault } from '../forge/faults.ts';
import { needs } from '../needs.ts';
import { testServer } from '../temporal.ts';
import { withGate, type Gate, type GateOptions } from './a-gate.ts';
import { historyText } from './history-text.ts';
import { javascriptPackage } from './projects.ts';
import { approving, MODEL_KEY } from './reviewers.ts';

const server = testServer();

/** Each can be told apart in a text, and none is one of anybody's. */
const SECRETS = {
  [MODEL_KEY]: ['sk', 'model', 'e2e', 'k'.repeat(20)].join('-'),
  GITHUB_TOKEN: ['ghp', 'e2e', 't'.repeat(30)].join('_'),
  LEX_GIT_TOKEN: ['git', 'e2e', 'g'.repeat(30)].join('_'),
  SOMETHING_PRIVATE: ['private', 'e2e', 'p'.repeat(30)].join('-'),
};

const PRINTED = 'the suite printed its environment';

/** A suite that looks for secrets where it can, and prints what it finds. */
const PRYING = `import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
const say = (...words) => process.stdout.write(words.join(' ') + '\\n');
test('looks around', () => {
  say(${JSON.stringify(PRINTED)}, JSON.stringify(process.env));
  for (const pid of readdirSync('/proc').filter((name) => /^\\d+$/.test(name)))
    for (const file of ['environ', 'cmdline'])
      try { say(pid, file, readFileSync('/proc/' + pid + '/' + file, 'utf8')); } catch {}
  for (const file of ['/repo/.git/config', '/etc/shadow', '/root/.netrc'])
    try { say(file, readFileSync(file, 'utf8')); } catch {}
});
`;

const before = { ...process.env };
const printed: string[] = [];
beforeAll(() => {
  Object.assign(process.env, SECRETS);
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    jest.spyOn(stream, 'write').mockImplementation(((chunk: string | Uint8Array, ...rest: never[]) => {
      printed.push(String(chunk));
      return write(chunk, ...rest);
    }) as typeof stream.write);
  }
});
afterAll(() => {
  jest.restoreAllMocks();
  for (const name of Object.keys(SECRETS)) {
    if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before[name];
  }
});

/** Everything that a run leaves for people to read. */
async function traces(gate: Gate): Promise<{ result: ValidationResult; texts: Record<string, string> }> {
  const handle = await gate.start();
  const result = await handle.result();
  return {
    result,
    texts: {
      result: JSON.stringify(result),
      history: historyText(await handle.fetchHistory()),
      details: JSON.stringify(await handle.describe()),
      artifacts: filesBelow(gate.settings.fleet.artifacts.dir),
      mirrors: filesBelow(join(gate.settings.fleet.workspace.base_dir)),
      logs: printed.join(''),
    },
  };
}

function filesBelow(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n');
}

function expectNoSecret(texts: Record<string, string>, forgeToken: string): void {
  for (const [where, text] of Object.entries(texts)) {
    for (const [name, secret] of Object.entries({ ...SECRETS, forgeToken })) {
      const found = [secret, Buffer.from(secret).toString('base64').slice(0, 20)].some((form) => text.includes(form));
      expect({ where, name, found }).toEqual({ where, name, found: false });
    }
  }
}

const echoing = (secret: string): Fault => ({
  kind: 'answer',
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: `cannot use the token ${secret}` }),
});

needs('bwrap').describe('secrets of the worker', () => {
  it('are seen by no suite, and stand in no history, artifact, result or log', async () => {
    const options: GateOptions = {
      project: javascriptPackage,
      change: { 'test/prying.test.js': PRYING },
      settings: { fleet: { git: { token: SECRETS.LEX_GIT_TOKEN } } },
    };
    await withGate(server, options, async (gate) => {
      const { result, texts } = await traces(gate);
      expect(verdictWord(result.pipeline.review_result)).toBe('approved');
      expect(texts.artifacts).toContain(PRINTED);
      expect(texts.history).toContain('wire');
      expect(gate.forge.requests.every(({ headers }) => headers.authorization?.includes(gate.forge.token))).toBe(true);
      expectNoSecret(texts, gate.forge.token);
    });
  }, 120_000);
});

describe('secrets that a server throws back at us', () => {
  it('are cut out of what the forge and a model said', async () => {
    const options: GateOptions = {
      project: javascriptPackage,
      reviewer: (question) =>
        question.model === 'reviewer-basic'
          ? { error: { message: `wrong key ${SECRETS[MODEL_KEY]}`, type: 'authentication_error' }, status: 401 }
          : approving(question),
    };
    await withGate(server, options, async (gate) => {
      gate.forge.meetAlways(echoing(gate.forge.token));
      const { result, texts } = await traces(gate);
      expect(verdictWord(result.pipeline.review_result)).toBe('not judged');
      const issues = result.pipeline.review_result.issues.join('\n');
      expect(issues).toMatch(/pr: .*cannot use the token \*\*\*/);
      expect(issues).toMatch(/review: .*401/);
      expectNoSecret(texts, gate.forge.token);
    });
  }, 120_000);

  it('are not in what git says of a remote that it could not reach', async () => {
    const options: GateOptions = {
      project: javascriptPackage,
      workItem: { repo: { clone_url: null } },
      settings: {
        fleet: { git: { url_template: 'https://127.0.0.1:1/{owner}/{name}.git', token: SECRETS.LEX_GIT_TOKEN } },
      },
    };
    await withGate(server, options, async (gate) => {
      const { result, texts } = await traces(gate);
      expect(result.pipeline.review_result.issues.join('\n')).toContain('the remote could not be read');
      expectNoSecret(texts, gate.forge.token);
    });
  }, 120_000);
});
