import { describe, expect, it } from '@jest/globals';
import { readPlainEnd, readSandboxedEnd } from '../../src/sandbox/read-end.ts';
import { runProcess, type ProcessFacts } from '../../src/sandbox/run-process.ts';
import { never } from './hand-made-checkout.ts';

const bounds = { timeoutMs: 5_000, maxOutputBytes: 1_000 };
const facts: ProcessFacts = {
  stopped: null,
  code: 0,
  signal: null,
  status: '',
  output: '',
  tail: '',
  spawnError: null,
};

describe('a process', () => {
  it('that cannot be started is a failed sandbox, not an exit', async () => {
    const launch = {
      argv: ['/no/such/launcher'],
      env: {},
      cwd: '/',
      user: null,
      feeds: ['x'],
      killTree: () => Promise.resolve(),
    };
    const seen = await runProcess(launch, bounds, never);
    expect(seen.spawnError).toContain('ENOENT');
    expect(readPlainEnd(seen, bounds).kind).toBe('sandbox-failed');
  });
});

describe('the end of a sandboxed command', () => {
  it('is no exit while bubblewrap did not say so, not even with code 0', () => {
    for (const status of ['', '{ "child-pid": 5 }', '{ "exit-code": ', 'exit-code 0']) {
      expect(readSandboxedEnd({ ...facts, status }, bounds).kind).toBe('sandbox-failed');
    }
  });

  it('is our own where we ended it, whatever else was said', () => {
    const status = '{ "child-pid": 5 }\n{ "exit-code": 0 }';
    expect(readSandboxedEnd({ ...facts, status, stopped: 'timed-out' }, bounds).kind).toBe('timed-out');
    expect(readSandboxedEnd({ ...facts, status, stopped: 'flooded' }, bounds).kind).toBe('flooded');
    expect(readSandboxedEnd({ ...facts, status }, bounds)).toEqual({ kind: 'exited', code: 0 });
  });

  it.each([
    [137, { kind: 'killed', signal: 'SIGKILL' }],
    [139, { kind: 'killed', signal: 'SIGSEGV' }],
    [128, { kind: 'exited', code: 128 }],
    [255, { kind: 'exited', code: 255 }],
  ])('with exit code %d is told as what the kernel means by it', (code, end) => {
    expect(readSandboxedEnd({ ...facts, status: `{ "exit-code": ${code} }` }, bounds)).toEqual(end);
  });
});
