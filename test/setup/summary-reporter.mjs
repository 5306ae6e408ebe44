import { existsSync, mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOutcomes, listMissingTools } from './summary.mjs';

/** Ends a run with what it could not look at, and one line that a machine can read. */
export default class SummaryReporter {
  #folder = mkdtempSync(join(tmpdir(), 'lex-test-missing-'));
  #missing = join(this.#folder, 'missing.jsonl');
  #results = null;

  constructor() {
    process.env.LEX_TEST_MISSING_FILE = this.#missing;
    process.once('exit', (code) => this.#end(code));
  }

  onRunComplete(_contexts, results) {
    this.#results = results;
  }

  /** The very last thing: jest's own summary comes after all reporters, and a failing teardown mutes `process.stdout`. */
  #end(code) {
    const missing = existsSync(this.#missing) ? readFileSync(this.#missing, 'utf8') : '';
    rmSync(this.#folder, { recursive: true, force: true });
    if (this.#results === null) return;
    writeSync(1, `${[...listMissingTools(missing), countOutcomes(this.#results, code)].join('\n')}\n`);
  }
}
