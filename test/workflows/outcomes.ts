import { Context } from '@temporalio/activity';
import type { Outcome } from '../../src/domain/check.ts';

export const PASS: Outcome = { status: 'passed', score: 1 };

export function failing(...issues: string[]): () => Promise<Outcome> {
  return () => Promise.resolve({ status: 'failed', score: 0, issues });
}

/** An activity that beats and goes on until it is cancelled. */
export async function untilCancelled(): Promise<never> {
  const { info, heartbeat, cancelled } = Context.current();
  const timer = setInterval(() => heartbeat(), Math.min(100, (info.heartbeatTimeoutMs ?? 300) / 3));
  try {
    return await cancelled;
  } finally {
    clearInterval(timer);
  }
}

/** Neither beats nor answers, as a worker that is gone; earlier attempts fail at once, so that one time-out is enough. */
export async function lostOnLastAttempt(): Promise<never> {
  if (Context.current().info.attempt < 3) throw new Error('the connection was reset');
  return await Context.current().cancelled;
}
