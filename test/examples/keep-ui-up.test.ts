import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { keepUiUp } from '../../examples/keep-ui-up.ts';

const never = new Promise<never>(() => undefined);
const session = { uiUrl: 'http://127.0.0.1:20001', uiEndsWithUs: true, broke: never };

function keyboard(isTTY: boolean) {
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  return Object.assign(new EventEmitter(), { isTTY, calls, resume: note('resume'), pause: note('pause') });
}

function keep(stdin: ReturnType<typeof keyboard>, more: { env?: NodeJS.ProcessEnv; stderr?: { isTTY: boolean } } = {}) {
  const kept = { ended: false };
  const streams = { stdin: stdin as unknown as NodeJS.ReadStream, stderr: { isTTY: true }, env: {}, ...more };
  const ending = keepUiUp(session, streams).finally(() => (kept.ended = true));
  return { kept, ending };
}

describe('the UI after the examples', () => {
  it.each(['data', 'end'])('stays up at a terminal until %s, and then lets the process end', async (event) => {
    const stdin = keyboard(true);
    const { kept, ending } = keep(stdin);
    await turn();
    expect({ ...kept, calls: [...stdin.calls] }).toEqual({ ended: false, calls: ['resume'] });
    stdin.emit(event);
    await ending;
    expect(stdin.calls).toEqual(['resume', 'pause']);
  });

  it('keeps nobody waiting without a terminal, with a log for a page, or in CI', async () => {
    const stdin = keyboard(true);
    await keep(keyboard(false)).ending;
    await keep(stdin, { stderr: { isTTY: false } }).ending;
    await keep(stdin, { env: { CI: 'true' } }).ending;
    expect(stdin.calls).toEqual([]);
  });

  it('says that the server broke while it stayed up', async () => {
    const broken = { ...session, broke: Promise.reject(new Error('the server ended')) };
    const streams = { stdin: keyboard(true) as unknown as NodeJS.ReadStream, stderr: { isTTY: true }, env: {} };
    await expect(keepUiUp(broken, streams)).rejects.toThrow('the server ended');
  });
});
