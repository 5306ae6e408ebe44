import { readdirSync, readFileSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2_000_000;
/** Beyond this nobody's shell hands descriptors down, and a list of that length would cost. */
const HIGHEST = 1023;

/**
 * Descriptors that whoever started the worker left open for its children: a folder of the host among them would lead
 * out of the sandbox. Node closes its own, not these.
 */
export function findInheritedDescriptors(): number[] {
  try {
    return readdirSync('/proc/self/fdinfo')
      .map(Number)
      .filter((fd) => fd > 2 && fd <= HIGHEST && isInherited(fd));
  } catch {
    return [];
  }
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
