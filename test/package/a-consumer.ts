import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';

export const PROJECT = process.cwd();
const FILES = join(PROJECT, 'test', 'fixtures', 'package');

/** Somebody else's project, outside of ours so that nothing of ours is found by accident, with our package installed. */
export interface Consumer {
  folder: string;
  /** The package as it would be published. */
  tarball: string;
  /** Paths inside of the tarball, without the leading `package/`. */
  packed: string[];
  /** The installed package. */
  installed: string;
  run: (program: string, args: string[], env?: Record<string, string>) => Promise<{ status: number; output: string }>;
}

/** What `npm pack --json` tells. */
interface Pack {
  filename: string;
  integrity: string;
  files: { path: string }[];
}

/** Packs as `npm publish` would, set-up included, and installs the tarball in an empty folder. */
export async function makeConsumer(folder: string): Promise<Consumer> {
  const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', folder], { cwd: PROJECT });
  const [pack] = JSON.parse(stdout) as [Pack];
  cpSync(FILES, folder, { recursive: true });
  await install(folder, pack);
  return {
    folder,
    tarball: join(folder, pack.filename),
    packed: pack.files.map(({ path }) => path),
    installed: join(folder, 'node_modules', 'lex-validator'),
    run: async (program, args, env = {}) => {
      const ended = await execa(program, args, { cwd: folder, env, all: true, reject: false });
      return { status: ended.exitCode ?? -1, output: ended.all };
    },
  };
}

/**
 * With a lock file made of ours, without what only development needs: npm then finds every package in its cache, where
 * `npm ci` of this project has put it, and a test run needs no network. A dependency that is not declared is missing.
 */
async function install(folder: string, { filename, integrity }: Pack): Promise<void> {
  const own = readJson('package.json') as { version: string; dependencies: object; bin: object };
  const { packages } = readJson('package-lock.json') as { packages: Record<string, { dev?: boolean }> };
  const root = { name: 'consumer', dependencies: { 'lex-validator': `file:${filename}` } };
  const { version, dependencies, bin } = own;
  const locked = {
    '': root,
    ...Object.fromEntries(Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)),
    'node_modules/lex-validator': { version, resolved: `file:${filename}`, integrity, dependencies, bin },
  };
  write(join(folder, 'package.json'), { ...root, private: true, type: 'module' });
  write(join(folder, 'package-lock.json'), { name: 'consumer', lockfileVersion: 3, requires: true, packages: locked });
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await execa('npm', ['ci', ...options], { cwd: folder });
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(PROJECT, name), 'utf8'));
}

function write(file: string, value: object): void {
  writeFileSync(file, JSON.stringify(value));
}
