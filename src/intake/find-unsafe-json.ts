import type { BadField } from './invalid-work-item.ts';

/** Keys that change what an object is, once somebody copies it key by key. */
const POLLUTING = new Set(['__proto__', 'constructor', 'prototype']);
const MOST_DEPTH = 64;
/** More than a work item of the largest size can hold. */
const MOST_VALUES = 200_000;

/**
 * Finds the first thing that makes a value unfit to be carried as JSON: a polluting key, nesting without end, a value
 * that JSON has no word for. Ends on cyclic values too.
 */
export function findUnsafeJson(value: unknown): BadField | null {
  let values = 0;
  const look = (at: unknown, field: string, depth: number): BadField | null => {
    values += 1;
    if (values > MOST_VALUES) return { field: 'work_item', problem: `holds more than ${MOST_VALUES} values` };
    if (typeof at !== 'object' || at === null)
      return isScalar(at) ? null : { field, problem: 'is nothing that JSON can hold' };
    if (depth >= MOST_DEPTH) return { field, problem: `is nested more than ${MOST_DEPTH} deep` };
    for (const [key, child] of Object.entries(at)) {
      const name = nameOf(field, key, Array.isArray(at));
      if (!Array.isArray(at) && POLLUTING.has(key)) return { field: name, problem: 'is a key that is never taken' };
      const found = look(child, name, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return look(value, '', 0);
}

function isScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean';
}

function nameOf(parent: string, key: string, inList: boolean): string {
  const shown = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  if (inList) return `${parent}[${shown}]`;
  return parent === '' ? shown : `${parent}.${shown}`;
}
