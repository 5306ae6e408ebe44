import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names one process for as long as the machine runs: a number alone is given out again. */
export interface ProcessOwner {
  pid: number;
  /** In clock ticks since the machine started. */
  startedAt: string;
  bootId: string;
  /** The machine and the container on it: of another one we cannot know whether it lives. */
  place: string;
}

export function describeSelf(): ProcessOwner {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? '', bootId: bootId(), place: place() };
}

/** Whether that process is surely gone. Of another container's nobody here can tell. */
export function isGone(owner: ProcessOwner): boolean {
  if (owner.place !== place()) return false;
  return owner.bootId !== bootId() || startOf(owner.pid) !== owner.startedAt;
}

function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? null : (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null);
}

function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

function place(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
