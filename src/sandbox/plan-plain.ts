import { randomUUID } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { CommandRequest } from '../activities/ports.ts';
import { launcher } from './launcher.ts';
import { searchPath } from './node-prefix.ts';
import { fillIn, insideRepo } from './placeholders.ts';
import type { LaunchPlan, Surroundings } from './launch-plan.ts';
import { killMarked, MARKER } from './process-tree.ts';
import { readPlainEnd } from './read-end.ts';
import { removeTree } from './remove-tree.ts';
import type { Launch } from './run-process.ts';
import type { SandboxUser } from './sandbox-user.ts';

/** Without bubblewrap: no inherited environment, a home and a temporary folder of its own, a tree that can be found again. */
export async function planPlain(request: CommandRequest, around: Surroundings): Promise<LaunchPlan> {
  const { checkout } = request;
  const cwd = insideRepo(checkout.dir, request.cwd);
  if (cwd === null || !isFolder(cwd))
    return { kind: 'refused', end: { kind: 'sandbox-failed', detail: 'there is no such working folder' } };
  const { command, env } = fillIn(request, { repo: checkout.dir, report: checkout.reportDir });
  const path = env.PATH ?? searchPath(around.nodePrefix);
  const [tool = ''] = command;
  if (!isProgram(tool, path, cwd)) return { kind: 'refused', end: { kind: 'tool-missing', tool } };
  const mark = randomUUID();
  const own = await makeOwnFolders(around.user);
  const launch: Launch = {
    argv: [...launcher(around), ...command],
    env: { PATH: path, HOME: own.home, LANG: 'C.UTF-8', TMPDIR: own.tmp, ...env, [MARKER]: mark },
    cwd,
    user: around.user,
    feeds: [],
    killTree: async ({ session }) => {
      await around.cgroup?.kill();
      await killMarked(mark, session);
    },
  };
  return { kind: 'ready', launch, sandboxed: false, readEnd: readPlainEnd, cleanUp: () => removeTree(own.root) };
}

async function makeOwnFolders(user: SandboxUser | null): Promise<{ root: string; home: string; tmp: string }> {
  const root = await mkdtemp(join(tmpdir(), 'lex-validator-'));
  const folders = { root, home: join(root, 'home'), tmp: join(root, 'tmp') };
  await mkdir(folders.home);
  await mkdir(folders.tmp);
  if (user !== null) for (const folder of Object.values(folders)) await chown(folder, user.uid, user.gid);
  return folders;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isProgram(tool: string, path: string, cwd: string): boolean {
  const candidates = tool.includes('/')
    ? [isAbsolute(tool) ? tool : resolve(cwd, tool)]
    : path.split(':').map((folder) => join(folder, tool));
  return candidates.some((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return statSync(candidate).isFile();
    } catch {
      return false;
    }
  });
}
