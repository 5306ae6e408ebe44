import { join } from 'node:path';
import { shareBundle } from './shared-run.mjs';

/** Before suites that replay a history: the workflow as it is in the sources now. */
export default function setUp({ rootDir }) {
  return shareBundle(join(rootDir, 'src/workflows/index.ts'));
}
