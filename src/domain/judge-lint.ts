import { boundIssues } from './bound-issues.ts';
import type { Outcome } from './check.ts';
import { endOfText } from './clean-text.ts';
import { cannotRun, describeCut } from './command-end.ts';
import type { CommandEnd, LintEvidence, LintOffense, LintReport } from './evidence.ts';

/**
 * Fails on any offense that was read, however the linter ended. Passes only when the linter exited with 0, looked at a file and
 * reported nothing. All else is the linter's own failure: not judged, since an empty answer says nothing about the change.
 */
export function judgeLint(evidence: LintEvidence): Outcome {
  const { reading } = evidence;
  if (reading.kind === 'read' && reading.report.offenses.length > 0) return failed(reading.report, evidence.end);
  const because = cannotRun(evidence.end) ?? ownFailure(evidence);
  if (because !== null) return { status: 'unjudged', because };
  return { status: 'passed', score: 1 };
}

function failed({ offenses, crashes }: LintReport, end: CommandEnd): Outcome {
  const files = [...new Set(offenses.map((offense) => offense.file))];
  const count = offenses.length === 1 ? '1 offense' : `${offenses.length} offenses`;
  const where = files.length === 1 ? String(files[0]) : `${files.length} files`;
  const cut = describeCut(end);
  const notes = [
    ...(cut === null ? [] : [`the linter ${cut}: there may be more offenses`]),
    ...crashes.map((crash) => `the linter crashed: ${crash}`),
  ];
  return {
    status: 'failed',
    score: 0,
    issues: boundIssues([`${count} in ${where}`, ...offenses.map(describeOffense)]),
    notes: boundIssues(notes),
  };
}

function describeOffense({ file, line, rule, message }: LintOffense): string {
  return `${line === undefined ? file : `${file}:${line}`}: ${rule}: ${message}`;
}

/** What keeps a run without offenses from being a clean one; `null` where nothing does. */
function ownFailure({ command, end, reading, tail }: LintEvidence): string | null {
  const cut = describeCut(end);
  if (cut !== null) return `the linter itself failed: \`${command}\` ${cut}`;
  if (reading.kind !== 'read') return `the linter itself failed: ${describeUnread(reading)}${lastLine(tail)}`;
  const { crashes, inspected } = reading.report;
  if (crashes.length > 0) return `the linter itself failed: ${String(crashes[0])}`;
  if (end.kind !== 'exited' || end.code !== 0)
    return `the linter itself failed: \`${command}\` ${exitOf(end)} without an offense${lastLine(tail)}`;
  if (!Number.isSafeInteger(inspected) || inspected < 1) return `the linter looked at no file: \`${command}\``;
  return null;
}

function describeUnread(reading: { kind: 'absent' } | { kind: 'unreadable'; because: string }): string {
  return reading.kind === 'absent' ? 'it wrote no report' : `its report cannot be read (${reading.because})`;
}

function exitOf(end: CommandEnd): string {
  return end.kind === 'exited' ? `exited with ${end.code}` : 'did not exit';
}

function lastLine(tail: string): string {
  const line = endOfText(tail, 300);
  return line === '' ? '' : `; its last words: ${line}`;
}
