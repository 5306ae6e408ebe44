import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NoTemporal } from '../../src/cli/no-temporal.ts';
import { tellFailure } from '../../src/cli/tell-failure.ts';
import { UsageError } from '../../src/cli/usage-error.ts';
import { InvalidWorkItem } from '../../src/intake/invalid-work-item.ts';
import { InvalidSettings } from '../../src/settings.ts';
import { TemporalUnreachable } from '../../src/temporal/temporal-unreachable.ts';
import { BrokerRefused, TopologyMismatch, TopologyMissing } from '../../src/transport/topology-errors.ts';

let said = '';
beforeEach(() => {
  said = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function failedRun(cause: object): Error {
  return Object.assign(new Error('Workflow execution failed', { cause }), { name: 'WorkflowFailedError' });
}

describe('what a failure is told as', () => {
  it.each([
    [new UsageError('no such file'), 2, /^no such file\n$/],
    [new InvalidSettings(null, [{ key: 'fleet.x', problem: 'is not known' }]), 2, /fleet\.x/],
    [new InvalidWorkItem([{ field: 'repo.name', problem: 'must be there' }]), 2, /repo\.name/],
    [
      new TemporalUnreachable({ address: 'host:1', encrypted: false }, new Error('refused')),
      4,
      /^No Temporal server answers at host:1/,
    ],
    [new NoTemporal('there is none'), 4, /^there is none\n$/],
    [failedRun({ type: 'InvalidWorkItem', message: 'repo.name must be there' }), 2, /^repo\.name must be there\n$/],
    [failedRun({ message: 'cancelled by somebody' }), 4, /^The run ended without a verdict: cancelled by somebody\n$/],
  ])('%s', (error, code, words) => {
    expect(tellFailure(error)).toBe(code);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/ at .*:\d+:\d+/);
  });

  it('knows every failure of the broker by its name', () => {
    const names = [BrokerRefused, TopologyMismatch, TopologyMissing].map((failure) => failure.name);
    for (const name of names) expect(tellFailure(Object.assign(new Error('told'), { name }))).toBe(4);
    expect(said).toBe('told\n'.repeat(names.length));
  });

  it('shows a bug with its stack, as exit code 4', () => {
    expect(tellFailure(new TypeError('x is not a function'))).toBe(4);
    expect(said).toMatch(/TypeError: x is not a function\n +at /);
  });

  it.each([null, undefined, 'a text', 7])('takes %p, which somebody threw', (thrown) => {
    expect(tellFailure(thrown)).toBe(4);
  });

  it('lets no message steer the terminal', () => {
    tellFailure(new UsageError('a\u001b[2Jb'));
    expect(said).toBe('ab\n');
  });
});
