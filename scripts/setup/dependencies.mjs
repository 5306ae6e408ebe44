import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './project.mjs';
import { runProgram } from './run-program.mjs';

/** npm packages, exactly as the lock file has them. */
export const dependencies = {
  title: 'installing dependencies (npm ci)',
  isNeeded: () => !isInstalled(read('package-lock.json'), read('node_modules/.package-lock.json')),
  run: () => runProgram('npm ci', ...npm('ci', '--include=dev', '--no-audit', '--no-fund')),
};

/**
 * Compares the lock file with the one that npm keeps inside node_modules, so that whoever installed by hand is not
 * asked again. Optional packages of other platforms are rightly absent.
 */
function isInstalled(wanted, present) {
  if (wanted === null || present === null) return false;
  return Object.entries(wanted.packages)
    .filter(([path]) => path !== '')
    .every(([path, { version, optional, devOptional }]) => {
      const there = present.packages[path];
      return there === undefined ? Boolean(optional ?? devOptional) : there.version === version;
    });
}

function read(path) {
  const file = join(PROJECT, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** The npm that runs us where one does: it need not be the one on the PATH. */
function npm(...args) {
  const own = process.env.npm_execpath;
  return own?.endsWith('npm-cli.js') ? [process.execPath, [own, ...args]] : ['npm', args];
}
