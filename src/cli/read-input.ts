import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { InvalidWorkItem } from '../intake/invalid-work-item.ts';
import { parseWorkItemText } from '../intake/read-work-item.ts';
import type { WorkItem } from '../domain/work-item.ts';
import { UsageError } from './usage-error.ts';

/** Reads a work item from a file, or from standard input for `-`. Throws `UsageError` or `InvalidWorkItem`. */
export async function readWorkItemFrom(file: string): Promise<WorkItem> {
  const reading = parseWorkItemText(file === '-' ? await text(process.stdin) : await contentOf(file));
  if (reading.kind === 'invalid') throw new InvalidWorkItem(reading.fields);
  return reading.workItem;
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new UsageError(code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${message}`);
  }
}
