import { boundIssues } from './bound-issues.ts';
import type { Outcome } from './check.ts';
import type { Finding, ScanEvidence } from './evidence.ts';
import { MAX_NOTES } from './limits.ts';

/**
 * One blocking finding fails, whatever else could not be scanned: the change was found wanting. Otherwise every file that was to be
 * scanned must have been; a scan of nothing is no evidence and so not judged.
 */
export function judgeSecurity(evidence: ScanEvidence): Outcome {
  const blocking = evidence.findings.filter((finding) => finding.level !== 'note').map(describeFinding);
  const unscanned = evidence.unscanned.map(({ file, because }) => `${file} could not be scanned: ${because}`);
  const told = evidence.findings.filter((finding) => finding.level === 'note').map(describeFinding);
  const notes = boundIssues([...told, ...unscanned], MAX_NOTES);
  if (blocking.length > 0) return { status: 'failed', score: 0, issues: boundIssues(blocking), notes };
  const because = gapOf(evidence, unscanned);
  if (because !== null) return { status: 'unjudged', because, notes };
  return { status: 'passed', score: 1, notes };
}

function gapOf({ toScan, scanned }: ScanEvidence, unscanned: string[]): string | null {
  const [first] = unscanned;
  if (first !== undefined) return unscanned.length === 1 ? first : `${first}, and ${unscanned.length - 1} more`;
  if (!Number.isSafeInteger(toScan) || !Number.isSafeInteger(scanned))
    return 'the scan did not say how many files it saw';
  if (scanned < toScan) return `only ${scanned} of ${toScan} files were scanned`;
  return toScan < 1 ? 'the change holds no file to scan' : null;
}

/** Where, which rule, why, and the line as the scan masked it. */
function describeFinding({ file, line, side, rule, why, excerpt }: Finding): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const removed = side === 'old' ? ' (a line that the change removes)' : '';
  return `${place}${removed}: ${rule}: ${why}${excerpt === undefined || excerpt === '' ? '' : `: ${excerpt}`}`;
}
