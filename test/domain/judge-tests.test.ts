import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CommandEnd, Reading, TestEvidence, TestReport } from '../../src/domain/evidence.ts';
import { judgeTests } from '../../src/domain/judge-tests.ts';

const green: TestReport = { passed: 3, failed: 0, skipped: 0, unfinished: 0, loadErrors: [], failures: [] };

function evidence(report: Partial<TestReport> | Reading<TestReport>, rest: Partial<TestEvidence> = {}): TestEvidence {
  const reading: Reading<TestReport> = 'kind' in report ? report : { kind: 'read', report: { ...green, ...report } };
  return {
    command: 'bundle exec rspec',
    end: { kind: 'exited', code: 0 },
    reading,
    tail: '',
    allowNoTests: false,
    ...rest,
  };
}

function issuesOf(given: TestEvidence): string {
  const outcome = judgeTests(given);
  return outcome.status === 'failed' ? outcome.issues.join('\n') : `not failed: ${outcome.status}`;
}

function isSound({ passed, failed, skipped, unfinished, loadErrors, failures }: TestReport): boolean {
  const whole = [passed, failed, skipped, unfinished].every((count) => Number.isInteger(count) && count >= 0);
  return whole && failed + unfinished + loadErrors.length + failures.length === 0;
}

const exited = (code: number): CommandEnd => ({ kind: 'exited', code });

describe('judgeTests, ways to pass by accident', () => {
  it.each([
    ['no test ran', evidence({ passed: 0 }), 'no test ran: the suite holds none'],
    ['all tests were skipped', evidence({ passed: 0, skipped: 12 }), 'no test ran: all 12 were skipped'],
    [
      'all were skipped, and empty suites are allowed',
      evidence({ passed: 0, skipped: 1 }, { allowNoTests: true }),
      'no test ran',
    ],
    [
      'a file did not load',
      evidence({ loadErrors: ['spec/a_spec.rb: syntax error'] }),
      'could not be loaded: spec/a_spec.rb',
    ],
    [
      'a file did not load, and empty suites are allowed',
      evidence({ passed: 0, loadErrors: ['x'] }, { allowNoTests: true }),
      'could not be loaded',
    ],
    ['a test started and never ended', evidence({ unfinished: 1 }), '1 test started and never ended'],
    ['it exits 0 with failures in the report', evidence({ failed: 1 }), '1 of 4 tests failed'],
    [
      'it counts no failure but lists one',
      evidence({ failures: [{ name: 'splits', message: 'nil' }] }),
      '1 of 4 tests failed',
    ],
    ['it exits 1 with an all-green report', evidence({}, { end: exited(1) }), 'exit status and report disagree'],
    ['there is no report', evidence({ kind: 'absent' }), 'exited with 0 and wrote no report'],
    [
      'the report is cut',
      evidence({ kind: 'unreadable', because: 'it ends in the middle' }),
      'cannot be read (it ends in the middle)',
    ],
    ['the report is a dry run', evidence({ distrust: 'it was a dry run' }), 'cannot be trusted: it was a dry run'],
    ['the counts are not numbers', evidence({ failed: NaN }), 'its counts are not whole numbers'],
    ['a count is negative', evidence({ unfinished: -1 }), 'its counts are not whole numbers'],
    [
      'it is killed after an all-green report',
      evidence({}, { end: { kind: 'killed', signal: 'SIGKILL' } }),
      'was killed by SIGKILL',
    ],
    [
      'it hangs after an all-green report',
      evidence({}, { end: { kind: 'timed-out', afterMs: 300_000 } }),
      'was ended after 300 s',
    ],
    [
      'it floods its output',
      evidence({}, { end: { kind: 'flooded', limitBytes: 1024 } }),
      'wrote more than 1024 bytes',
    ],
    [
      'it exits 1 without tests where none are needed',
      evidence({ passed: 0 }, { end: exited(1), allowNoTests: true }),
      'no test ran',
    ],
  ])('fails when %s', (_, given, issue) => {
    expect(issuesOf(given)).toContain(issue);
  });

  it.each<[string, CommandEnd, string]>([
    ['the tool is missing', { kind: 'tool-missing', tool: 'bundle' }, 'bundle is not installed where the check ran'],
    ['the sandbox fails', { kind: 'sandbox-failed', detail: 'no user namespace' }, 'no user namespace'],
  ])('is not judged when %s, even beside a green report', (_, end, because) => {
    expect(judgeTests(evidence({}, { end }))).toEqual({
      status: 'unjudged',
      because: expect.stringContaining(because),
    });
  });
});

describe('judgeTests', () => {
  it('passes when it exited with 0, its report was read, and at least one test passed while none failed', () => {
    expect(judgeTests(evidence({}))).toEqual({ status: 'passed', score: 1, notes: [] });
  });

  it('tells of skipped tests beside passed ones', () => {
    expect(judgeTests(evidence({ skipped: 2 }))).toEqual({
      status: 'passed',
      score: 1,
      notes: ['2 tests skipped, 3 passed'],
    });
  });

  it('passes an empty suite where that is allowed, with a note', () => {
    const outcome = judgeTests(evidence({ passed: 0 }, { allowNoTests: true }));
    expect(outcome).toEqual({
      status: 'passed',
      score: 1,
      notes: ['no test ran: allowed by fleet.validation.allow_no_tests'],
    });
  });

  it('names each failure with file, line and message, the summary first', () => {
    const failures = [
      { name: 'splits odd totals', file: 'spec/split_spec.rb', line: 44, message: 'expected 5.03, got 5.02' },
      { name: 'splits negative totals', file: 'spec/split_spec.rb', line: 71, message: 'nil' },
    ];
    expect(judgeTests(evidence({ passed: 58, failed: 2, failures }, { end: exited(1) }))).toEqual({
      status: 'failed',
      score: 0.9667,
      issues: [
        '2 of 60 tests failed (spec/split_spec.rb:44, spec/split_spec.rb:71)',
        'spec/split_spec.rb:44: splits odd totals: expected 5.03, got 5.02',
        'spec/split_spec.rb:71: splits negative totals: nil',
      ],
    });
  });

  it('quotes the last lines of a suite that left no report', () => {
    const given = evidence({ kind: 'absent' }, { end: exited(1), tail: 'Could not find gem rake\n' });
    expect(issuesOf(given)).toBe(
      'the suite did not run to its end: `bundle exec rspec` exited with 1 and wrote no report; its last lines:\nCould not find gem rake',
    );
  });

  it('never scores a failed suite 1, however small its share of failures', () => {
    expect(judgeTests(evidence({ passed: 10_000_000, failed: 1 }))).toMatchObject({ status: 'failed', score: 0.9999 });
  });

  it('scores 0 where nothing of the report can be believed', () => {
    expect(judgeTests(evidence({ distrust: 'a dry run' }))).toMatchObject({ score: 0 });
    expect(judgeTests(evidence({ failed: 1 }, { end: { kind: 'timed-out', afterMs: 1 } }))).toMatchObject({ score: 0 });
  });

  it('lists fifty issues of a thousand and counts the rest', () => {
    const failures = Array.from({ length: 1000 }, (_, index) => ({ name: `test ${index}`, message: 'm'.repeat(3000) }));
    const outcome = judgeTests(evidence({ failed: 1000, failures }));
    if (outcome.status !== 'failed') throw new Error('it passed');
    expect(outcome.issues).toHaveLength(50);
    expect(outcome.issues.at(-1)).toBe('and 952 more');
    expect(Math.max(...outcome.issues.map((issue) => issue.length))).toBe(2000);
  });

  it('passes no evidence but a sound and green one, and always scores a finite share', () => {
    const count = fc.oneof(fc.nat(5), fc.constantFrom(NaN, -1, 0.5, Infinity));
    const report = fc.record({
      passed: count,
      failed: count,
      skipped: count,
      unfinished: count,
      loadErrors: fc.array(fc.string(), { maxLength: 2 }),
      failures: fc.array(fc.record({ name: fc.string(), message: fc.string() }), { maxLength: 2 }),
    });
    const end = fc.constantFrom<CommandEnd>(
      exited(0),
      exited(1),
      { kind: 'killed', signal: 'SIGKILL' },
      { kind: 'timed-out', afterMs: 1 },
      { kind: 'tool-missing', tool: 'x' },
    );
    fc.assert(
      fc.property(report, end, fc.boolean(), (given, how, allowNoTests) => {
        const outcome = judgeTests(evidence(given, { end: how, allowNoTests }));
        const ran = given.passed > 0 || (allowNoTests && given.skipped === 0);
        const earned = isSound(given) && ran && how.kind === 'exited' && how.code === 0;
        expect(outcome.status === 'passed').toBe(earned);
        if (outcome.status !== 'failed') return;
        expect(outcome.score >= 0 && outcome.score < 1 && outcome.issues.length > 0).toBe(true);
      }),
    );
  });
});
