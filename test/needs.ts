import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { describe } from '@jest/globals';

/** A tool that a suite may need, how to see that it is there, and the line that installs it on Debian. */
const TOOLS = {
  bwrap: { probe: ['bwrap', '--unshare-all', '--ro-bind', '/', '/', 'true'], install: 'apt-get install bubblewrap' },
  ruby: { probe: ['ruby', '--version'], install: 'apt-get install ruby bundler' },
  rspec: { probe: ['rspec', '--version'], install: 'apt-get install ruby-rspec' },
  rubocop: { probe: ['rubocop', '--version'], install: 'apt-get install rubocop' },
  rabbitmq: {
    probe: ['test', '-x', '/usr/lib/rabbitmq/bin/rabbitmq-server'],
    install: 'apt-get install rabbitmq-server',
  },
  sshd: { probe: ['test', '-x', '/usr/sbin/sshd'], install: 'apt-get install openssh-server' },
  openssl: { probe: ['openssl', 'version'], install: 'apt-get install openssl' },
  chromium: { probe: ['chromium', '--version'], install: 'apt-get install chromium' },
} as const satisfies Record<string, { probe: readonly [string, ...string[]]; install: string }>;
export type Tool = keyof typeof TOOLS;

const found = new Map<Tool, boolean>();

function isThere(tool: Tool): boolean {
  const known = found.get(tool);
  if (known !== undefined) return known;
  const [program, ...rest] = TOOLS[tool].probe;
  const there = spawnSync(program, rest, { stdio: 'ignore' }).status === 0;
  found.set(tool, there);
  return there;
}

/** Told to the reporter through a file: jest's workers are other processes. */
function recordMissing(suite: string, tools: readonly Tool[]): void {
  const file = process.env.LEX_TEST_MISSING_FILE;
  if (file === undefined) return;
  for (const tool of tools) appendFileSync(file, `${JSON.stringify({ suite, tool, install: TOOLS[tool].install })}\n`);
}

/**
 * Runs a suite where its tools are, and otherwise lists it at the end of the run with the line that installs them.
 * With `LEX_TEST_REQUIRE=all` the suite runs all the same, and so fails: nothing is skipped in silence.
 */
export function needs(...tools: Tool[]): { describe: (title: string, suite: () => void) => void } {
  const missing = tools.filter((tool) => !isThere(tool));
  if (missing.length === 0 || process.env.LEX_TEST_REQUIRE === 'all') return { describe };
  return {
    describe: (title, suite) => {
      recordMissing(title, missing);
      describe.skip(title, suite);
    },
  };
}
