import { boundIssues } from './bound-issues.ts';
import { CHECKS, type CheckName, type Outcome } from './check.ts';
import { CHECK_WORDS, NOT_JUDGED } from './check-words.ts';
import { cutText } from './clean-text.ts';
import { fitBytes } from './fit-bytes.ts';
import { MAX_ISSUES, MAX_ISSUE_BYTES, MAX_ISSUE_LENGTH } from './limits.ts';
import { shareRoom } from './share-room.ts';

/** One issue of the verdict: who says it, and the sentence with the word of its check in front and without. */
export interface CollectedIssue {
  check: CheckName;
  kind: 'found' | 'not judged';
  text: string;
  issue: string;
}

interface IssueGroup {
  check: CheckName;
  kind: CollectedIssue['kind'];
  prefix: string;
  lines: string[];
}

/**
 * All issues of a verdict: what was found first, then what could not be looked at. Bounded as a whole, with a fair share for each check,
 * so that a thousand failing tests do not hide one leaked secret. `stopped` is why the run ended before its time.
 */
export function collectIssues(outcomes: Readonly<Record<CheckName, Outcome>>, stopped?: string): CollectedIssue[] {
  const groups = [...foundGroups(outcomes), ...unjudgedGroups(outcomes, stopped)];
  const shares = shareRoom(
    groups.map(({ lines }) => lines.length),
    MAX_ISSUES,
  );
  const collected = groups.flatMap(({ check, kind, prefix, lines }, index) =>
    boundIssues(lines, shares[index]).map((line) => ({
      check,
      kind,
      prefix,
      text: cutText(line, MAX_ISSUE_LENGTH - prefix.length),
    })),
  );
  const texts = fitBytes(
    collected.map(({ text }) => text),
    MAX_ISSUE_BYTES,
  );
  return collected.map(({ check, kind, prefix, text }, index) => ({
    check,
    kind,
    text: texts[index] ?? text,
    issue: `${prefix}${texts[index] ?? text}`,
  }));
}

function foundGroups(outcomes: Readonly<Record<CheckName, Outcome>>): IssueGroup[] {
  return CHECKS.flatMap((check) => {
    const outcome = outcomes[check];
    if (outcome.status !== 'failed') return [];
    const lines = boundIssues(outcome.issues);
    return [
      {
        check,
        kind: 'found' as const,
        prefix: `${CHECK_WORDS[check]}: `,
        lines: lines.length > 0 ? lines : ['it failed without saying why'],
      },
    ];
  });
}

/** Said once: a check that waits for the same reason as the run is left out, and so is the quality gate's complaint about such a check. */
function unjudgedGroups(outcomes: Readonly<Record<CheckName, Outcome>>, stopped: string | undefined): IssueGroup[] {
  const groups = CHECKS.filter((check) => check !== 'quality_gate')
    .flatMap((check) => unjudgedGroup(check, outcomes[check]))
    .filter(({ lines }) => lines[0] !== stopped);
  if (stopped !== undefined)
    return [...groups, { check: 'quality_gate', kind: 'not judged', prefix: NOT_JUDGED, lines: [stopped] }];
  return groups.length > 0 ? groups : unjudgedGroup('quality_gate', outcomes.quality_gate);
}

function unjudgedGroup(check: CheckName, outcome: Outcome): IssueGroup[] {
  if (outcome.status !== 'unjudged') return [];
  const because = outcome.because.trim() === '' ? 'it does not say why' : outcome.because;
  return [{ check, kind: 'not judged', prefix: `${NOT_JUDGED}${CHECK_WORDS[check]}: `, lines: [because] }];
}
