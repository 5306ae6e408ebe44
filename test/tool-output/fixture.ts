import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A report that a real tool wrote: `test/fixtures/tool-output/<tool>/<case>`. */
export function recorded(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', 'fixtures', 'tool-output', path), 'utf8');
}
