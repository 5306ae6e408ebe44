import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECT } from './project.mjs';

const LOCK = join(PROJECT, '.cache', 'setup.lock');
const POLL_MS = 200;

/** Lets one set-up work at a time; the others wait, and then find little left to do. */
export async function withLock(say, work) {
  mkdirSync(dirname(LOCK), { recursive: true });
  await acquire(say);
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire(say) {
  let told = false;
  while (!create()) {
    const holder = readHolder();
    if (holder !== null && !isAlive(holder)) rmSync(LOCK, { force: true });
    if (!told) say('waiting for another set-up to finish …');
    told = true;
    await sleep(POLL_MS);
  }
}

function create() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** `null` where the file has just gone, or its holder is still writing. */
function readHolder() {
  try {
    return Number(readFileSync(LOCK, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
