import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A test that takes a while, with a grandchild that outlives what it can and ignores being asked to go. */
export interface SlowSuite {
  file: string;
  /** Processes of it that live on this machine, whatever namespace they are in. */
  processes: () => string[];
  /** Resolves when its grandchild runs. */
  began: () => Promise<void>;
}

export function aSlowSuite(seconds: number): SlowSuite {
  const mark = `slow-${randomUUID()}`;
  const grandchild = "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000);";
  const processes = (): string[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandOf(pid).includes(mark));
  return {
    file: [
      "import { spawn } from 'node:child_process';",
      "import { test } from 'node:test';",
      "import { setTimeout as sleep } from 'node:timers/promises';",
      "test('waits', async () => {",
      `  const args = ['-e', ${JSON.stringify(grandchild)}, '${mark}'];`,
      "  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref();",
      `  await sleep(${seconds * 1000});`,
      '});',
      '',
    ].join('\n'),
    processes,
    began: async () => {
      for (let tries = 0; processes().length === 0; tries += 1) {
        if (tries > 600) throw new Error('the slow suite never began');
        await sleep(50);
      }
    },
  };
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
