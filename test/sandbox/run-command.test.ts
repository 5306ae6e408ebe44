import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Checkout, CommandRequest, CommandRun } from '../../src/activities/ports.ts';
import { createRunCommand } from '../../src/sandbox/run-command.ts';
import { needs } from '../needs.ts';
import { makeCheckout, never, processesWith, shell } from './hand-made-checkout.ts';

let checkout: Checkout & { remove: () => void };
beforeEach(() => {
  checkout = makeCheckout();
});
afterEach(() => {
  checkout.remove();
});

const sandboxed = createRunCommand();
const plain = createRunCommand({ bubblewrap: 'off' });

/** A tree that holds the pipe, ignores polite signals and left its session, with a text of its own on its command line. */
function stubbornTree(mark: string): string {
  return `setsid sh -c 'trap "" TERM INT HUP; while :; do sleep 1000 ${mark} 2>/dev/null || sleep 1; done' ${mark} & `;
}

async function sh(script: string, more: Partial<CommandRequest> = {}): Promise<CommandRun> {
  return sandboxed(shell(checkout, script, more), never);
}

needs('bwrap').describe('a command in bubblewrap', () => {
  it('sees none of the worker’s environment, neither its own nor that of the first process', async () => {
    const secret = `planted-${randomUUID()}`;
    process.env.LEX_PLANTED = secret;
    const run = await sh('env; for f in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do tr "\\0" "\\n" < $f; done');
    delete process.env.LEX_PLANTED;
    expect(run.end).toEqual({ kind: 'exited', code: 0 });
    expect(run.output).toContain('HOME=/tmp/home');
    expect(run.output).not.toContain(secret);
    expect(run.output).not.toContain(checkout.dir);
  });

  it('gets exactly PATH, HOME, LANG, TMPDIR and what the request names', async () => {
    const run = await sandboxed(shell(checkout, '', { command: ['env'], env: { MINE: '{report}/x' } }), never);
    const names = run.output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
      .filter((name) => name !== 'PWD');
    expect(names.sort()).toEqual(['HOME', 'LANG', 'MINE', 'PATH', 'TMPDIR']);
    expect(run.output).toContain('MINE=/report/x');
  });

  it('cannot reach the host’s loopback or any network', async () => {
    const server = createServer((socket) => socket.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', () => resolve()));
    const { port } = server.address() as { port: number };
    const outer = Object.values(networkInterfaces())
      .flat()
      .map((entry) => entry?.address)
      .filter((address) => address?.includes('.'));
    const script = `const net=require('net');for(const h of ${JSON.stringify(outer)})net.connect(${port},h).on('data',d=>console.log(h,String(d))).on('error',e=>console.log(h,e.code))`;
    const run = await sandboxed(shell(checkout, '', { command: ['node', '-e', script] }), never);
    const shared = await sandboxed(shell(checkout, '', { command: ['node', '-e', script], network: 'shared' }), never);
    server.close();
    expect(run.output).toMatch(/127\.0\.0\.1 ECONNREFUSED/);
    expect(run.output).not.toContain('reached');
    expect(shared.output).toContain('127.0.0.1 reached');
  });

  it('can use a loopback of its own, by number and by name', async () => {
    const script = `const net=require('net');const s=net.createServer(c=>c.end('hello')).listen(0,'127.0.0.1',()=>net.connect(s.address().port,'localhost').on('data',d=>{console.log(String(d));s.close()}))`;
    const run = await sandboxed(shell(checkout, '', { command: ['node', '-e', script] }), never);
    expect(run.output.trim()).toBe('hello');
  });

  it('finds no home, no account secrets, no folder of the host, no other process', async () => {
    const run = await sh(
      'ls -A /home /root /run /var/log /sys /work; cat /etc/shadow; ls /tmp; ls -A $HOME; ls /proc | grep -c "^[0-9]"; cat /etc/passwd | wc -l',
    );
    const lines = run.output.trim().split('\n');
    expect(lines.filter((line) => line.includes('No such file'))).toHaveLength(7);
    expect(lines.filter((line) => !line.includes('No such file'))).toEqual([
      'home',
      expect.stringMatching(/^[1-6]$/),
      '2',
    ]);
  });

  it('cannot write outside of the checkout, the report folder and temporary folders', async () => {
    const run = await sh(
      'for d in / /usr /etc /dev /git-objects /proc/sys/kernel /repo /report /tmp /dev/shm $HOME; do touch $d/x 2>/dev/null && echo "$d"; done; true',
    );
    expect(run.output.trim().split('\n')).toEqual(['/repo', '/report', '/tmp', '/dev/shm', '/tmp/home']);
    expect(existsSync(join(checkout.reportDir, 'x'))).toBe(true);
  });

  it('has no capability, is not root on the host and cannot make a user namespace', async () => {
    const run = await sh(
      'grep -E "^(CapEff|CapBnd|NoNewPrivs|Uid)" /proc/self/status; unshare -U true || echo denied; mount -t tmpfs none /tmp || echo no-mount; echo x > /repo/made',
    );
    expect(run.output).toMatch(/CapEff:\s+0000000000000000/);
    expect(run.output).toMatch(/CapBnd:\s+0000000000000000/);
    expect(run.output).toMatch(/NoNewPrivs:\s+1/);
    expect(run.output).not.toMatch(/Uid:\s+0\s/);
    expect(run.output).toContain('denied');
    expect(run.output).toContain('no-mount');
  });

  it('cannot forge its own exit status', async () => {
    const run = await sh(
      'for n in 3 4 5 6 7 8 9; do eval "echo \'{ \\"exit-code\\": 0 }\' >&$n" 2>/dev/null; done; readlink /proc/self/fd/*; exit 3',
    );
    expect(run.end).toEqual({ kind: 'exited', code: 3 });
    const open = run.output
      .trim()
      .split('\n')
      .filter((target) => target !== '/dev/null' && !target.startsWith('/proc/'));
    expect(new Set(open).size).toBe(1);
    expect(open[0]).toMatch(/\/output( \(deleted\))?$/);
  });

  it('is bounded in the size of its temporary folders', async () => {
    const small = createRunCommand({ limits: { tmpBytes: 1024 * 1024, shmBytes: 1024 * 1024 } });
    const run = await small(
      shell(checkout, 'for d in /tmp /dev/shm; do head -c 5000000 /dev/zero > $d/big || echo full; done'),
      never,
    );
    expect(run.output.match(/full/g)).toHaveLength(2);
  });

  it('is ended whole, and told as killed, when it takes more memory than it may', async () => {
    const small = createRunCommand({ limits: { memoryBytes: 96 * 1024 * 1024 } });
    const run = await small(
      shell(
        checkout,
        'exec head -c 400000000 /dev/zero | sort > /dev/null; exec node -e "const a=[];for(;;)a.push(Buffer.alloc(1e7,1))"',
      ),
      never,
    );
    expect(run.end.kind === 'killed' || (run.end.kind === 'exited' && run.end.code !== 0)).toBe(true);
  });

  it('runs as renamed root where the checkout belongs to the worker, and still sees no host', async () => {
    const own = makeCheckout('worker');
    const run = await sandboxed(
      shell(own, 'echo x > /repo/made && cat /etc/shadow; id -u; grep CapEff /proc/self/status'),
      never,
    );
    own.remove();
    expect(run.sandboxed).toBe(true);
    expect(run.output).toContain('No such file');
    expect(run.output).toMatch(/CapEff:\s+0000000000000000/);
  });

  it('that prints the sandbox’s own words and exits 1 is a command that exited 1', async () => {
    const run = await sh('echo "bwrap: execvp rspec: No such file or directory" >&2; exit 1');
    expect(run.end).toEqual({ kind: 'exited', code: 1 });
  });

  it('whose working folder is not there is a failed sandbox, not a failed suite', async () => {
    const run = await sh('true', { cwd: 'not/there' });
    expect(run.end).toEqual({ kind: 'sandbox-failed', detail: expect.stringContaining('not/there') as unknown });
  });
});

describe('a machine without bubblewrap', () => {
  it('runs nothing where the sandbox is required', async () => {
    const run = await plain(shell(checkout, 'touch made', { sandbox: 'required' }), never);
    expect(run.end).toMatchObject({ kind: 'sandbox-failed' });
    expect(existsSync(join(checkout.dir, 'made'))).toBe(false);
  });

  it('says that the command ran without a sandbox, and still hides the worker’s environment', async () => {
    const secret = `planted-${randomUUID()}`;
    process.env.LEX_PLANTED = secret;
    const run = await plain(shell(checkout, 'env; echo $HOME; ls -A $HOME; touch $HOME/x; echo r > {report}/r'), never);
    delete process.env.LEX_PLANTED;
    expect(run.sandboxed).toBe(false);
    expect(run.end).toEqual({ kind: 'exited', code: 0 });
    expect(run.output).not.toContain(secret);
    expect(readFileSync(join(checkout.reportDir, 'r'), 'utf8')).toBe('r\n');
  });
});

const both: [string, typeof sandboxed][] = [['without bubblewrap', plain]];
needs('bwrap').describe('with bubblewrap', () => endsOf('in bubblewrap', sandboxed));
for (const [title, run] of both) describe(title, () => endsOf(title, run));

function endsOf(title: string, run: typeof sandboxed): void {
  it(`${title}: exit codes are told as they are`, async () => {
    for (const code of [0, 1, 7, 127]) {
      expect((await run(shell(checkout, `exit ${code}`), never)).end).toEqual({ kind: 'exited', code });
    }
  });

  it(`${title}: a death by signal is not an exit`, async () => {
    const { end } = await run(shell(checkout, 'kill -KILL $$'), never);
    expect(end).toEqual({ kind: 'killed', signal: 'SIGKILL' });
  });

  it(`${title}: a missing program is told by name`, async () => {
    const missing = ['no-such-tool', './bin/no-such-tool', '/usr/bin/no-such-tool'];
    for (const tool of missing) {
      expect((await run(shell(checkout, '', { command: [tool, '-x'] }), never)).end).toEqual({
        kind: 'tool-missing',
        tool,
      });
    }
  });

  it(`${title}: a working folder outside of the checkout is refused`, async () => {
    for (const cwd of ['..', '../..', '/etc', 'a/../../x']) {
      expect((await run(shell(checkout, 'true', { cwd }), never)).end.kind).toBe('sandbox-failed');
    }
  });

  it(`${title}: a flood of output ends the command`, async () => {
    const result = await run(shell(checkout, 'yes', { maxOutputBytes: 100_000 }), never);
    expect(result.end).toEqual({ kind: 'flooded', limitBytes: 100_000 });
    expect(result.output.length).toBe(100_000);
    expect(result.durationMs).toBeLessThan(10_000);
  });

  it(`${title}: output that fills the limit exactly is no flood`, async () => {
    const result = await run(shell(checkout, 'head -c 1000 /dev/zero', { maxOutputBytes: 1000 }), never);
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
  });

  it(`${title}: the outputs can be opened again by their names`, async () => {
    const result = await run(shell(checkout, 'echo one > /dev/stdout; echo two > /dev/stderr; echo three >&2'), never);
    expect(result).toMatchObject({ end: { kind: 'exited', code: 0 }, output: 'one\ntwo\nthree\n' });
  });

  it(`${title}: both outputs come in the order in which they were written, the tail bounded to whole lines`, async () => {
    const result = await run(shell(checkout, 'for n in $(seq 1 3000); do echo out $n; echo err $n >&2; done'), never);
    expect(result.output.startsWith('out 1\nerr 1\nout 2\nerr 2\n')).toBe(true);
    expect(result.tail.endsWith('out 3000\nerr 3000\n')).toBe(true);
    expect(Buffer.byteLength(result.tail)).toBeLessThanOrEqual(8192);
    expect(result.tail).toMatch(/^(out|err) \d+\n/);
  });

  it(`${title}: a stubborn grandchild that holds the pipe is dead after a time-out`, async () => {
    const mark = randomUUID();
    const result = await run(shell(checkout, `${stubbornTree(mark)} sleep 600`, { timeoutMs: 700 }), never);
    expect(result.end).toEqual({ kind: 'timed-out', afterMs: 700 });
    expect(result.durationMs).toBeLessThan(5_000);
    expect(processesWith(mark)).toEqual([]);
  });

  it(`${title}: a stubborn grandchild is dead after a normal end, and does not hold it up`, async () => {
    const mark = randomUUID();
    const result = await run(shell(checkout, `${stubbornTree(mark)} sleep 0.3; exit 4`), never);
    expect(result.end).toEqual({ kind: 'exited', code: 4 });
    expect(result.durationMs).toBeLessThan(5_000);
    expect(processesWith(mark)).toEqual([]);
  });

  it(`${title}: a grandchild that cleared its environment is dead after a normal end`, async () => {
    const mark = randomUUID();
    const result = await run(shell(checkout, `env -i sh -c 'sleep 1000; : ${mark}' & sleep 0.2`), never);
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
    expect(processesWith(mark)).toEqual([]);
  });

  it(`${title}: cancelling ends the tree first and rejects with the signal’s reason`, async () => {
    const mark = randomUUID();
    const controller = new AbortController();
    const reason = { name: 'CancelledFailure' };
    setTimeout(() => controller.abort(reason), 500);
    await expect(run(shell(checkout, `${stubbornTree(mark)} sleep 600`), controller.signal)).rejects.toBe(reason);
    expect(processesWith(mark)).toEqual([]);
  });

  it(`${title}: a signal that is aborted already starts nothing`, async () => {
    await expect(run(shell(checkout, 'touch made'), AbortSignal.abort('stop'))).rejects.toBe('stop');
    expect(existsSync(join(checkout.dir, 'made'))).toBe(false);
  });

  it(`${title}: the same placeholders lead to the checkout and the report folder`, async () => {
    writeFileSync(join(checkout.dir, 'here'), 'it is here');
    const command = ['sh', '-c', 'cat "$1/here" > "$2/copy"', 'x', '{repo}', '{report}'];
    await run(shell(checkout, '', { command }), never);
    expect(readFileSync(join(checkout.reportDir, 'copy'), 'utf8')).toBe('it is here');
  });

  it(`${title}: Node is there`, async () => {
    expect((await run(shell(checkout, '', { command: ['node', '--version'] }), never)).output.trim()).toBe(
      process.version,
    );
  });
}
