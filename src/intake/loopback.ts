/** This machine itself, as a host of an address: what is sent there crosses no network. */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback(hostname: string): boolean {
  return LOOPBACK.has(hostname);
}
