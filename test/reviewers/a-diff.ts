import { readUnifiedDiff, type DiffFile } from '../../src/reviewers/unified-diff.ts';

/** A diff that changes one line of one file, as git writes it. */
export function aDiff(path = 'lib/split.rb', added = '  total.round(2)', removed = '  total'): string {
  return [
    `diff --git a/${path} b/${path}`,
    'index 1111111..2222222 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    '@@ -10,3 +10,3 @@ def split(total)',
    ' def split(total)',
    `-${removed}`,
    `+${added}`,
    ' end',
    '',
  ].join('\n');
}

export function filesOf(diff: string): DiffFile[] {
  const reading = readUnifiedDiff(diff);
  if (reading.kind === 'unreadable') throw new Error(reading.because);
  return reading.files;
}
