/** Ends a process for good. One that has ended by itself is no error. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    /* it ended by itself */
  }
}
