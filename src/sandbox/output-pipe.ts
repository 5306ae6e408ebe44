import { execFile } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SandboxUser } from './sandbox-user.ts';

/** A pipe with its two ends: `writer` is a descriptor, to be closed as soon as the process has its copy. */
export interface OutputPipe {
  reader: Socket;
  writer: number;
}

/**
 * What Node makes for a child's output is a socket, which cannot be opened again: `echo > /dev/stderr`, ordinary in the
 * scripts of a suite, would fail. A pipe with a name can, by the user to whom it belongs; the name is gone at once.
 */
export async function openOutputPipe(user: SandboxUser | null): Promise<OutputPipe> {
  const folder = await mkdtemp(join(tmpdir(), 'lex-validator-'));
  try {
    const path = join(folder, 'output');
    await promisify(execFile)('mkfifo', ['-m', '600', path]);
    if (user !== null) await chown(path, user.uid, user.gid);
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    return { reader: new Socket({ fd, readable: true, writable: false }), writer };
  } finally {
    await rm(folder, { recursive: true });
  }
}
