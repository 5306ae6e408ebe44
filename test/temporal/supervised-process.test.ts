import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/temporal/package-root.ts';
import { startSupervised } from '../../src/temporal/supervised-process.ts';

const ENV = { PATH: process.env.PATH ?? '' };

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<void> {
  for (let left = 800; left > 0 && !condition(); left -= 1) await sleep(25);
  expect(condition()).toBe(true);
}

describe('a supervised process', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lex-supervised-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A server that gets ready, says its process id in a file, and then does as the script says. */
  const server = (script: string, getReady = ':') => [
    ...['/bin/sh', '-c'],
    `${getReady}; echo $$ > ${folder}/pid.new; mv ${folder}/pid.new ${folder}/pid; ${script}`,
  ];
  async function serverPid(): Promise<number> {
    await until(() => existsSync(join(folder, 'pid')));
    return Number(readFileSync(join(folder, 'pid'), 'utf8'));
  }
  /** A process of its own that starts the server, so that it can be ended in any way. */
  function owner(script: string, getReady?: string): ReturnType<typeof spawn> {
    const compiled = join(packageRoot(), 'dist/src/temporal/supervised-process.js');
    const main = `import { startSupervised } from ${JSON.stringify(compiled)};
      startSupervised(${JSON.stringify(server(script, getReady))}, { PATH: process.env.PATH });
      setInterval(() => {}, 1000);`;
    return spawn(process.execPath, ['--input-type=module', '-e', main], { stdio: 'ignore' });
  }

  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)('does not outlive its owner that ends by %s', async (signal) => {
    const process_ = owner('exec sleep 600');
    const pid = await serverPid();
    expect(isAlive(pid)).toBe(true);
    process_.kill(signal);
    await until(() => !isAlive(pid));
  });

  it('does not outlive its owner even where it ignores SIGTERM', async () => {
    const process_ = owner('while :; do sleep 1; done', "trap '' TERM");
    const pid = await serverPid();
    process_.kill('SIGKILL');
    await sleep(500);
    expect(isAlive(pid)).toBe(true);
    await until(() => !isAlive(pid));
  });

  it('is given the time to close its files before it must go', async () => {
    const closing = `trap 'sleep 0.3; echo closed > ${folder}/closed; exit 0' TERM`;
    const running = startSupervised(server('while :; do sleep 0.1; done', closing), ENV);
    await serverPid();
    await running.stop();
    expect(readFileSync(join(folder, 'closed'), 'utf8')).toBe('closed\n');
  });

  it('takes the children of a wrapper with it', async () => {
    const running = startSupervised(server(`sleep 600 & echo $! > ${folder}/child; wait`), ENV);
    await serverPid();
    await until(() => existsSync(join(folder, 'child')) && readFileSync(join(folder, 'child'), 'utf8') !== '');
    await running.stop();
    const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
    await until(() => !isAlive(child));
  });

  it('says what it wrote when it ends by itself, and can be stopped all the same', async () => {
    const running = startSupervised(['/bin/sh', '-c', 'echo out; echo why >&2; exit 3'], ENV);
    expect(await running.ended).toContain('why');
    await running.stop();
  });

  it('gets no variable of ours that it was not given', async () => {
    process.env.LEX_TEST_ONLY_OURS = 'ours';
    const running = startSupervised(['/bin/sh', '-c', 'env'], ENV);
    const written = await running.ended;
    delete process.env.LEX_TEST_ONLY_OURS;
    expect(written).toContain('PATH=');
    expect(written).not.toContain('LEX_TEST_ONLY_OURS');
  });
});
