import type { Finding } from '../domain/evidence.ts';
import type { ChangedFile } from '../domain/plan.ts';

/** A file to scan: what the diff says about it, and both its sides as bytes; `null` is "not there". */
export interface ScanInput extends ChangedFile {
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** What scanning one file gave. `unscanned` says why it is not known to be clean, whatever was found besides. */
export interface FileScan {
  findings: Finding[];
  unscanned?: string;
  /** What the rules over the whole change need of this file; absent where there is nothing to count. */
  counts?: FileCounts;
}

/** Test cases by syntax, and those among them that assert something by syntax. */
export interface TestNumbers {
  cases: number;
  asserting: number;
}

/** Test cases on both sides, and names of functions, methods and classes of code that only one side has. */
export interface FileCounts {
  testsBefore: TestNumbers;
  testsAfter: TestNumbers;
  definitionsGone: string[];
  definitionsCome: string[];
}
