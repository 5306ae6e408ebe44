import { spawn, type ChildProcess } from 'node:child_process';
import {
  openSync,
  closeSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import ts from 'typescript';
import type { CommandRun } from '../../src/activities/ports.ts';
import { needs } from '../needs.ts';
import { makeCheckout, processesWith } from './hand-made-checkout.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const fixture = fileURLToPath(new URL('../fixtures/sandbox/run-and-wait.mjs', import.meta.url));
let compiled: string;

/** A process of its own cannot run TypeScript: the files that it needs are compiled for it. */
beforeAll(() => {
  compiled = mkdtempSync(join(tmpdir(), 'lex-compiled-'));
  writeFileSync(join(compiled, 'package.json'), '{"type":"module"}');
  symlinkSync(join(source, '..', 'node_modules'), join(compiled, 'node_modules'));
  for (const folder of ['sandbox', 'activities', 'domain']) {
    for (const name of readdirSync(join(source, folder)).filter((file) => file.endsWith('.ts')))
      compile(join(folder, name));
  }
});
afterAll(() => {
  rmSync(compiled, { recursive: true });
});

function compile(path: string): void {
  const options = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(join(source, path), 'utf8'), { compilerOptions: options });
  const file = join(compiled, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, outputText);
}

function startWorker(
  bubblewrap: string,
  script: string,
  leaked: ('ignore' | number)[] = [],
): { worker: ChildProcess; remove: () => void } {
  const checkout = makeCheckout();
  const module = pathToFileURL(join(compiled, 'sandbox/run-command.js')).href;
  const argv = [fixture, module, bubblewrap, checkout.dir, checkout.reportDir, checkout.gitObjectsDir, script];
  const worker = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit', ...leaked] });
  return { worker, remove: checkout.remove };
}

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 200 && !condition(); round += 1) await sleep(50);
}

needs('bwrap').describe('a worker’s process', () => {
  it('that is killed takes the whole sandboxed tree with it', async () => {
    const mark = randomUUID();
    const { worker, remove } = startWorker(
      'auto',
      `setsid sh -c 'trap "" TERM; sleep 1000; : ${mark}' & sleep 1000; : ${mark}`,
    );
    const others = (): number[] => processesWith(mark).filter((pid) => pid !== worker.pid);
    await until(() => others().length >= 4);
    expect(others().length).toBeGreaterThanOrEqual(4);
    worker.kill('SIGKILL');
    await until(() => others().length === 0);
    expect(others()).toEqual([]);
    remove();
  });

  it('that is killed takes at least the command itself with it, where there is no bubblewrap', async () => {
    const mark = randomUUID();
    const { worker, remove } = startWorker('off', `exec node -e 'setTimeout(()=>{},1e6)' ${mark}`);
    const others = (): number[] => processesWith(mark).filter((pid) => pid !== worker.pid);
    await until(() => others().length === 1);
    expect(others()).toHaveLength(1);
    worker.kill('SIGKILL');
    await until(() => others().length === 0);
    expect(others()).toEqual([]);
    remove();
  });

  it.each(['auto', 'off'])(
    'hands down no folder of the host that it was started with (bubblewrap %s)',
    async (bubblewrap) => {
      const root = openSync('/', 'r');
      // Node closes the first few of its own accord, up to a gap.
      const leaked = [...Array.from({ length: 120 }, () => 'ignore' as const), root];
      const { worker, remove } = startWorker(
        bubblewrap,
        'for fd in /proc/self/fd/*; do readlink $fd; ls $fd/ 2>/dev/null; done; true',
        leaked,
      );
      closeSync(root);
      const chunks: Buffer[] = [];
      worker.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(worker, 'close');
      const run = JSON.parse(Buffer.concat(chunks).toString()) as CommandRun;
      expect(run.sandboxed).toBe(bubblewrap === 'auto');
      expect(run.end).toEqual({ kind: 'exited', code: 0 });
      expect(run.output.split('\n')).not.toContain('/');
      expect(run.output).not.toContain('etc');
      remove();
    },
  );
});
