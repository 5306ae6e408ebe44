import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Checkout } from '../../src/activities/ports.ts';
import type { ChangedFile } from '../../src/domain/plan.ts';
import { createScanChange } from '../../src/sandbox/scan-change.ts';
import { scanFiles } from '../../src/sandbox/scan-in-child.ts';
import { startScanChild, type ScanChild } from '../../src/sandbox/scan-process.ts';
import type { ScanInput } from '../../src/security/scan-input.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const child = (name: string) => () =>
  startScanChild(fileURLToPath(new URL(`../fixtures/scan-children/${name}.mjs`, import.meta.url)));
const never = new AbortController().signal;

function added(path: string, text: string): ScanInput {
  return { path, change: 'added', oldMode: '000000', newMode: '100644', before: null, after: encode(text) };
}

describe('the scan in a process of its own', () => {
  it('finds what the pure scan finds, in files with odd names too', async () => {
    const path = 'lib/ä "b" \t100%.rb';
    const evidence = await scanFiles(
      [added(path, 'eval(code)\n'), added('a.py', 'x = 1\n')],
      { timeoutMs: 30_000 },
      never,
    );
    expect(evidence).toMatchObject({
      toScan: 2,
      scanned: 2,
      unscanned: [],
      findings: [
        { file: path, rule: 'ruby/eval-of-value', line: 1 },
        { file: path, rule: 'tree/strange-name' },
      ],
    });
  });

  it.each(['liar', 'other-number'])('takes nothing from a process that answers nonsense (%s)', async (name) => {
    const evidence = await scanFiles([added('a.rb', '')], { timeoutMs: 30_000, startChild: child(name) }, never);
    expect(evidence).toMatchObject({
      toScan: 1,
      scanned: 0,
      unscanned: [{ file: 'a.rb', because: expect.stringMatching(/no sense/u) }],
    });
  });

  it('names the one file that kills the process, and scans the others', async () => {
    const evidence = await scanFiles(
      [added('a.rb', ''), added('fatal.rb', ''), added('b.rb', '')],
      { timeoutMs: 30_000, startChild: child('sleeper') },
      never,
    );
    expect(evidence).toMatchObject({ toScan: 3, scanned: 2, unscanned: [{ file: 'fatal.rb' }] });
  });

  it('kills a process that hangs on a file, and scans the others', async () => {
    const evidence = await scanFiles(
      [added('slow.rb', ''), added('b.rb', '')],
      { timeoutMs: 30_000, fileTimeoutMs: 300, startChild: child('sleeper') },
      never,
    );
    expect(evidence).toMatchObject({
      scanned: 1,
      unscanned: [{ file: 'slow.rb', because: expect.stringMatching(/longer than/u) }],
    });
  });

  it('gives a file a second try in a fresh process', async () => {
    const evidence = await scanFiles(
      [added('a.rb', ''), added('b.rb', '')],
      { timeoutMs: 30_000, startChild: child('first-time-unlucky') },
      never,
    );
    expect(evidence).toMatchObject({ scanned: 2, unscanned: [] });
  });

  it('leaves what is over its time unscanned', async () => {
    const evidence = await scanFiles(
      [added('slow.rb', ''), added('b.rb', ''), added('c.rb', '')],
      { timeoutMs: 400, startChild: child('sleeper') },
      never,
    );
    expect(evidence.scanned).toBe(0);
    expect(evidence.unscanned.map(({ file }) => file)).toEqual(['slow.rb', 'b.rb', 'c.rb']);
  });

  it('is unscanned where the scanning program is not there', async () => {
    const evidence = await scanFiles(
      [added('a.rb', '')],
      { timeoutMs: 30_000, startChild: () => startScanChild('/nowhere/scan.js') },
      never,
    );
    expect(evidence).toMatchObject({ scanned: 0, unscanned: [{ file: 'a.rb' }] });
  });

  it('ends with the reason of a cancellation while a file is being scanned', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 300);
    await expect(
      scanFiles([added('slow.rb', '')], { timeoutMs: 30_000, startChild: child('sleeper') }, controller.signal),
    ).rejects.toBe(reason);
  });

  it('bounds 14 MB of text and 2 MB of noise', async () => {
    const noise = Uint8Array.from({ length: 2_000_000 }, (_, at) => 1 + ((at * 2_654_435_761) % 254));
    const inputs = [
      added('big.rb', 'a = 1\n'.repeat(2_400_000)),
      { ...added('noise.py', ''), after: noise },
      added('ok.rb', 'a = 1\n'),
    ];
    const evidence = await scanFiles(inputs, { timeoutMs: 60_000 }, never);
    expect(evidence.unscanned.map(({ file }) => file)).toEqual(['big.rb', 'noise.py']);
    expect(evidence.scanned).toBe(1);
  });

  it('gives the process neither our environment nor our folder', async () => {
    process.env.PLANTED = 'x';
    const evidence = await scanFiles(
      [added('a.rb', '')],
      { timeoutMs: 30_000, startChild: child('tells-environment') },
      never,
    );
    delete process.env.PLANTED;
    expect(evidence.findings).toMatchObject([{ why: '/ ' }]);
  });
});

function checkoutOf(files: ChangedFile[], base: Record<string, string>, head: Record<string, string>): Checkout {
  const read = (from: Record<string, string>) => (path: string) =>
    Promise.resolve(from[path] === undefined ? null : encode(from[path]));
  return {
    dir: '/x',
    gitObjectsDir: '/x',
    reportDir: '/x',
    changedFiles: files,
    readBase: read(base),
    readHead: read(head),
  };
}

describe('the scan of a change', () => {
  const modified = (path: string): ChangedFile => ({ path, change: 'modified', oldMode: '100644', newMode: '100644' });

  it('reads both sides, a rename by its old name', async () => {
    const renamed: ChangedFile = { ...modified('b.rb'), change: 'renamed', from: 'a.rb' };
    const checkout = checkoutOf([renamed], { 'a.rb': 'eval(code)\n' }, { 'b.rb': 'eval(code)\nx = 1\n' });
    expect(await createScanChange()(checkout, { timeoutMs: 30_000 }, never)).toMatchObject({
      scanned: 1,
      findings: [],
    });
  });

  it('takes a copy for new: all of it counts', async () => {
    const copied: ChangedFile = { ...modified('b.rb'), change: 'copied', from: 'a.rb' };
    const checkout = checkoutOf([copied], { 'a.rb': 'eval(code)\n' }, { 'b.rb': 'eval(code)\n' });
    expect((await createScanChange()(checkout, { timeoutMs: 30_000 }, never)).findings).toMatchObject([
      { level: 'blocking' },
    ]);
  });

  it('does not take a file that cannot be read for clean', async () => {
    const evidence = await createScanChange()(checkoutOf([modified('a.rb')], {}, {}), { timeoutMs: 30_000 }, never);
    expect(evidence).toMatchObject({
      toScan: 1,
      scanned: 0,
      unscanned: [{ file: 'a.rb', because: 'its content could not be read' }],
    });
  });

  it('tells of a deleted test, and counts the deletion as looked at', async () => {
    const gone: ChangedFile = { path: 'spec/a_spec.rb', change: 'deleted', oldMode: '100644', newMode: '000000' };
    const evidence = await createScanChange()(
      checkoutOf([gone], { 'spec/a_spec.rb': 'x' }, {}),
      { timeoutMs: 30_000 },
      never,
    );
    expect(evidence).toMatchObject({
      toScan: 1,
      scanned: 1,
      findings: [{ rule: 'tests/deleted', level: 'blocking', side: 'old' }],
    });
  });

  it('reads no file for which the time is up, and takes a deletion for clean no more than the others', async () => {
    const gone: ChangedFile = { path: 'c.rb', change: 'deleted', oldMode: '100644', newMode: '000000' };
    const read: string[] = [];
    const checkout = {
      ...checkoutOf([modified('slow.rb'), modified('b.rb'), gone, modified('d.rb')], {}, {}),
      readBase: (path: string) => Promise.resolve(encode(path)),
      readHead: (path: string) => {
        read.push(path);
        return Promise.resolve(encode(path));
      },
    };
    const evidence = await createScanChange({ startChild: child('sleeper') })(checkout, { timeoutMs: 400 }, never);
    expect(evidence).toMatchObject({ toScan: 4, scanned: 0 });
    expect(evidence.unscanned.map(({ file }) => file)).toEqual(['slow.rb', 'b.rb', 'c.rb', 'd.rb']);
    expect(read).not.toContain('d.rb');
  });

  it('ends with what reading a file threw', async () => {
    const checkout = {
      ...checkoutOf([modified('a.rb'), modified('b.rb')], { 'a.rb': '', 'b.rb': '' }, {}),
      readHead: (path: string) =>
        path === 'b.rb' ? Promise.reject(new Error('git failed')) : Promise.resolve(encode('')),
    };
    await expect(createScanChange()(checkout, { timeoutMs: 30_000 }, never)).rejects.toThrow('git failed');
  });

  it('has a process of its own for every change, which was made ready before', async () => {
    const started: ScanChild[] = [];
    const used: ScanChild[] = [];
    const startChild = (): ScanChild => {
      const real = startScanChild();
      const watched: ScanChild = {
        ...real,
        scan: (...asked) => {
          used.push(watched);
          return real.scan(...asked);
        },
      };
      started.push(watched);
      return watched;
    };
    const scan = createScanChange({ startChild });
    expect(started).toHaveLength(1);
    const checkout = checkoutOf([modified('a.rb')], { 'a.rb': '' }, { 'a.rb': 'x = 1\n' });
    for (const turn of [0, 1]) {
      expect(await scan(checkout, { timeoutMs: 30_000 }, never)).toMatchObject({ scanned: 1 });
      expect(used[turn]).toBe(started[turn]);
    }
    expect(started.map((one) => one.isAlive())).toEqual([false, false, true]);
    started[2]?.close();
    expect(await scan(checkout, { timeoutMs: 30_000 }, never)).toMatchObject({ scanned: 1 });
    for (const one of started) one.close();
  });
});
