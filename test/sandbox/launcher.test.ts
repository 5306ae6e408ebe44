import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { launcher } from '../../src/sandbox/launcher.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/limits.ts';
import { needs } from '../needs.ts';

const argv = launcher({ user: null, limits: DEFAULT_LIMITS, nodePrefix: null, cgroup: null, extraReadOnlyBinds: [] });

needs('bwrap').describe('what stands in front of a command', () => {
  it('starts it for the worker', () => {
    const [program = '', ...rest] = argv;
    const { status, stdout } = spawnSync(program, [...rest, 'echo', 'it ran'], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'it ran\n' });
  });

  it('starts nothing for a worker that died before its death could be told', () => {
    const child = spawnSync('sh', ['-c', '"$@"; exit $?', 'sh', ...argv, 'echo', 'it ran'], { encoding: 'utf8' });
    expect({ status: child.status, stdout: child.stdout }).toEqual({ status: 125, stdout: '' });
  });
});
