import { boundIssues } from './bound-issues.ts';
import type { Outcome } from './check.ts';
import { cannotRun, describeCut } from './command-end.ts';
import type { Reading, TestEvidence, TestFailure, TestReport } from './evidence.ts';
import { endOfText } from './clean-text.ts';
import { MAX_TAIL_LENGTH } from './limits.ts';
import { roundToFour } from './round.ts';

/**
 * Passes only on positive evidence: the command exited with 0, its report was read, and at least one test passed while none failed.
 * Exit status, signal, report and counts must agree (contract 3.2): each of them alone has been seen green on a broken suite.
 * A suite that hangs, floods or is killed fails, because the change may be why; a missing tool or sandbox is not judged.
 */
export function judgeTests(evidence: TestEvidence): Outcome {
  const because = cannotRun(evidence.end);
  if (because !== null) return { status: 'unjudged', because };
  const issues = [...issuesOfEnd(evidence), ...issuesOfReading(evidence)];
  if (issues.length > 0) return { status: 'failed', score: failedScore(evidence), issues: boundIssues(issues) };
  return { status: 'passed', score: 1, notes: notesOf(evidence.reading) };
}

function issuesOfEnd({ command, end, reading, tail }: TestEvidence): string[] {
  const cut = describeCut(end);
  if (cut !== null) return [`the suite did not run to its end: \`${command}\` ${cut}${quote(tail)}`];
  if (end.kind !== 'exited' || end.code === 0 || reading.kind !== 'read') return [];
  if (issuesOfReport(reading.report, false).length > 0) return [];
  return [
    `\`${command}\` exited with ${end.code} although its report shows no failure: exit status and report disagree${quote(tail)}`,
  ];
}

function issuesOfReading({ command, end, reading, tail, allowNoTests }: TestEvidence): string[] {
  if (reading.kind === 'read')
    return issuesOfReport(reading.report, allowNoTests && end.kind === 'exited' && end.code === 0);
  if (end.kind !== 'exited') return [];
  const report =
    reading.kind === 'absent' ? 'wrote no report' : `wrote a report that cannot be read (${reading.because})`;
  return [`the suite did not run to its end: \`${command}\` exited with ${end.code} and ${report}${quote(tail)}`];
}

function issuesOfReport(report: TestReport, allowNoTests: boolean): string[] {
  if (report.distrust !== undefined)
    return [`the test report cannot be trusted: ${report.distrust}`, ...report.failures.map(describeFailure)];
  if (!hasSoundCounts(report)) return ['the test report cannot be trusted: its counts are not whole numbers'];
  const issues = [
    ...failureIssues(report),
    ...report.loadErrors.map((error) => `could not be loaded: ${error}`),
    ...(report.unfinished > 0 ? [`${countTests(report.unfinished)} started and never ended`] : []),
  ];
  if (issues.length > 0 || report.passed > 0 || (allowNoTests && report.skipped === 0)) return issues;
  return [report.skipped > 0 ? `no test ran: all ${report.skipped} were skipped` : 'no test ran: the suite holds none'];
}

function failureIssues({ passed, failed, unfinished, failures }: TestReport): string[] {
  const count = Math.max(failed, failures.length);
  if (count === 0) return [];
  const summary = `${count} of ${passed + count + unfinished} tests failed`;
  const places = failures.map(placeOf).filter((place) => place !== '');
  const listed = places.length > 0 && places.length <= 5 ? ` (${places.join(', ')})` : '';
  return [`${summary}${listed}`, ...failures.map(describeFailure)];
}

function describeFailure(failure: TestFailure): string {
  return [placeOf(failure), failure.name, failure.message].filter((part) => part !== '').join(': ');
}

function placeOf({ file, line }: TestFailure): string {
  if (file === undefined) return '';
  return line === undefined ? file : `${file}:${line}`;
}

/** The pass rate, where the report can be believed; never 1, and 0 where nothing can be. */
function failedScore({ end, reading }: TestEvidence): number {
  if (end.kind !== 'exited' || reading.kind !== 'read' || reading.report.distrust !== undefined) return 0;
  const { passed, failed, unfinished, loadErrors, failures } = reading.report;
  const bad = Math.max(failed, failures.length) + unfinished + loadErrors.length;
  const rate = bad > 0 ? passed / (passed + bad) : 0;
  return Number.isFinite(rate) && rate > 0 ? Math.min(roundToFour(rate), 0.9999) : 0;
}

function hasSoundCounts({ passed, failed, skipped, unfinished }: TestReport): boolean {
  return [passed, failed, skipped, unfinished].every((count) => Number.isSafeInteger(count) && count >= 0);
}

function notesOf(reading: Reading<TestReport>): string[] {
  if (reading.kind !== 'read') return [];
  const { passed, skipped } = reading.report;
  if (passed === 0) return ['no test ran: allowed by fleet.validation.allow_no_tests'];
  return skipped > 0 ? [`${countTests(skipped)} skipped, ${passed} passed`] : [];
}

function countTests(count: number): string {
  return count === 1 ? '1 test' : `${count} tests`;
}

function quote(tail: string): string {
  const end = endOfText(tail, MAX_TAIL_LENGTH);
  return end === '' ? '' : `; its last lines:\n${end}`;
}
