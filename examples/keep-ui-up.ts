import { untilInterrupted } from '../src/cli/interruption.ts';
import type { Session } from '../src/cli/session.ts';
import { say } from '../src/cli/streams.ts';

type Terminal = Pick<NodeJS.ReadStream, 'isTTY' | 'once' | 'resume' | 'pause'>;

/**
 * An embedded server's UI goes with this process, and the addresses that were printed with it. A person at a terminal may look first:
 * until Ctrl-C or Enter. Whoever runs it from a script or a pipe is not kept waiting.
 */
export async function keepUiUp(
  { uiUrl, uiEndsWithUs, broke }: Pick<Session, 'uiUrl' | 'uiEndsWithUs' | 'broke'>,
  { stdin, stderr, env }: { stdin: Terminal; stderr: { isTTY: boolean }; env: NodeJS.ProcessEnv } = process,
): Promise<void> {
  if (uiUrl === null || !uiEndsWithUs) return;
  if (!stdin.isTTY || !stderr.isTTY || env.CI) {
    say('These addresses end with this process; `npm run up` serves them again.');
    return;
  }
  say(`The UI stays up for a look: ${uiUrl}`);
  say('Enter or Ctrl-C ends it; `npm run up` serves it again.');
  await Promise.race([untilEnter(stdin), untilInterrupted(), broke]);
  stdin.pause();
}

function untilEnter(stdin: Terminal): Promise<void> {
  return new Promise((resolve) => {
    stdin.once('data', () => resolve());
    stdin.once('end', () => resolve());
    stdin.resume();
  });
}
