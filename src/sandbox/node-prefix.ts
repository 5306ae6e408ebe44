import { dirname } from 'node:path';

/**
 * The folder that holds this Node, its npm and its libraries; `null` where that is below `/usr` and so visible inside
 * the sandbox anyway. Version managers put it elsewhere.
 */
export function findNodePrefix(execPath: string = process.execPath): string | null {
  if (execPath.startsWith('/usr/')) return null;
  const folder = dirname(execPath);
  return folder.endsWith('/bin') ? dirname(folder) : folder;
}

/** Where programs are looked for, inside the sandbox and without it. */
export function searchPath(nodePrefix: string | null): string {
  const own = nodePrefix === null ? [] : [nodePrefix.length > 1 ? `${nodePrefix}/bin` : '/bin'];
  return [...own, '/usr/local/bin', '/usr/bin', '/bin'].join(':');
}
