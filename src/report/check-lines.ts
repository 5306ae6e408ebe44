import type { LookingCheck } from '../domain/check.ts';
import type { CheckProgress } from '../domain/validation-progress.ts';
import type { ReviewResult } from '../domain/verdict.ts';
import { NO_COLORS, type Colors } from './colors.ts';
import { printableLine } from './printable.ts';

/** A check as one line says it. */
export interface CheckLine {
  check: LookingCheck;
  state: CheckProgress['state'];
  /** How long it took, or has been running. */
  seconds?: number;
  because?: string;
  issues?: number;
}

/** The lines of a run that goes on. `now` is in milliseconds since 1970. */
export function linesOfProgress(checks: readonly CheckProgress[], now: number): CheckLine[] {
  return checks.map(({ check, state, started_at, ended_at, because, issues }) => {
    if (started_at === undefined || state === 'waiting' || state === 'skipped')
      return { check, state, because, issues };
    const end = ended_at === undefined ? now : Date.parse(ended_at);
    return { check, state, because, issues, seconds: Math.max(0, (end - Date.parse(started_at)) / 1000) };
  });
}

/** The lines of a run that is over; the quality gate is arithmetic, and has none. */
export function linesOfReview({ checks }: Pick<ReviewResult, 'checks'>): CheckLine[] {
  return checks.flatMap(({ check, status, because, issues, duration_ms }): CheckLine[] => {
    if (check === 'quality_gate') return [];
    const seconds = status === 'skipped' ? undefined : duration_ms / 1000;
    return [{ check, state: status, because, issues: issues.length, seconds }];
  });
}

const MARKS: Record<CheckLine['state'], { mark: string; paint: 'green' | 'red' | 'yellow' | 'cyan' | 'dim' }> = {
  waiting: { mark: '·', paint: 'dim' },
  running: { mark: '▸', paint: 'cyan' },
  passed: { mark: '✔', paint: 'green' },
  failed: { mark: '✖', paint: 'red' },
  skipped: { mark: '-', paint: 'dim' },
  unjudged: { mark: '?', paint: 'yellow' },
};

/** `✖ lint                failed   1.0 s  2 issues` */
export function renderCheckLine(line: CheckLine, colors: Colors = NO_COLORS): string {
  const { mark, paint } = MARKS[line.state];
  const time = line.seconds === undefined ? '' : `${line.seconds.toFixed(1)} s`;
  const head = `${mark} ${line.check.padEnd(19)} ${line.state.padEnd(8)} ${time.padStart(7)}`;
  return `${colors[paint](head)}  ${detailOf(line)}`.trimEnd();
}

function detailOf({ because, issues = 0 }: CheckLine): string {
  if (because !== undefined) return printableLine(because, 200);
  return issues === 0 ? '' : countIssues(issues);
}

export function countIssues(count: number): string {
  return `${count} issue${count === 1 ? '' : 's'}`;
}
