import type { CommandEnd } from './evidence.ts';

/** Why a command never ran, as one sentence for the operator; `null` where it ran. Says nothing about the change. */
export function cannotRun(end: CommandEnd): string | null {
  if (end.kind === 'tool-missing') return `${end.tool} is not installed where the check ran`;
  if (end.kind === 'sandbox-failed') return `the sandbox failed before the command ran: ${end.detail}`;
  return null;
}

/** How a command that ran was cut short, to follow its name in a sentence; `null` where it exited by itself or never ran. */
export function describeCut(end: CommandEnd): string | null {
  switch (end.kind) {
    case 'timed-out':
      return `was ended after ${end.afterMs / 1000} s, its time limit`;
    case 'flooded':
      return `was ended because it wrote more than ${end.limitBytes} bytes`;
    case 'killed':
      return `was killed by ${end.signal}${end.signal === 'SIGKILL' ? ', often for using too much memory' : ''}`;
    case 'exited':
    case 'tool-missing':
    case 'sandbox-failed':
      return null;
  }
}
