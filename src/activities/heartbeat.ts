import { Context } from '@temporalio/activity';

/**
 * Beats from a timer while `work` runs, so that a silent test suite is not taken for a dead worker, and so that a
 * cancellation reaches us: the server's answer to a heartbeat is the only thing that carries it.
 */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { info, cancellationSignal } = Context.current();
  const intervalMs = Math.max(250, (info.heartbeatTimeoutMs ?? 30_000) / 3);
  const timer = setInterval(() => {
    Context.current().heartbeat();
  }, intervalMs);
  try {
    Context.current().heartbeat();
    return await work(cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}
