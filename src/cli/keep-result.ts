import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ValidationResult } from '../domain/verdict.ts';
import { cacheFolder } from '../temporal/cache-folder.ts';

/** Writes the whole result into the cache folder, and returns the file's path. The same attempt again replaces it. */
export async function keepResult(result: ValidationResult): Promise<string> {
  const { work_item_id: id, pipeline } = result.work_item;
  await mkdir(resultsFolder(), { recursive: true });
  const file = join(resultsFolder(), `${nameFor(id)}-${pipeline.attempt ?? 0}.json`);
  await writeFile(`${file}.${process.pid}`, `${JSON.stringify(result, null, 2)}\n`);
  await rename(`${file}.${process.pid}`, file);
  return file;
}

/** A kept result of that work item: of the attempt, or of the newest. `null` where there is none. */
export async function readKeptResult(workItemId: string, attempt: number | null): Promise<ValidationResult | null> {
  const attempts = attempt === null ? await keptAttempts(workItemId) : [attempt];
  if (attempts.length === 0) return null;
  try {
    const file = join(resultsFolder(), `${nameFor(workItemId)}-${Math.max(...attempts)}.json`);
    return JSON.parse(await readFile(file, 'utf8')) as ValidationResult;
  } catch {
    return null;
  }
}

async function keptAttempts(workItemId: string): Promise<number[]> {
  const prefix = `${nameFor(workItemId)}-`;
  const names = await readdir(resultsFolder()).catch(() => []);
  return names
    .filter((name) => name.startsWith(prefix) && /^\d+\.json$/.test(name.slice(prefix.length)))
    .map((name) => Number.parseInt(name.slice(prefix.length), 10));
}

/** Readable, fit for any disk, and never the same for two ids. */
function nameFor(id: string): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 8);
  return `${id.replaceAll(/[^\w-]+/g, '_').slice(0, 80)}-${digest}`;
}

function resultsFolder(): string {
  return join(cacheFolder(process.env), 'results');
}
