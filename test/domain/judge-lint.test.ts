import { describe, expect, it } from '@jest/globals';
import type { CommandEnd, LintEvidence, LintReport, Reading } from '../../src/domain/evidence.ts';
import { judgeLint } from '../../src/domain/judge-lint.ts';

const clean: LintReport = { inspected: 12, offenses: [], crashes: [] };
const offense = { file: 'lib/a.rb', line: 3, rule: 'Style/Foo', message: 'Use bar.' };
const exited = (code: number): CommandEnd => ({ kind: 'exited', code });

function evidence(report: Partial<LintReport> | Reading<LintReport>, end: CommandEnd = exited(0)): LintEvidence {
  const reading: Reading<LintReport> = 'kind' in report ? report : { kind: 'read', report: { ...clean, ...report } };
  return { command: 'bundle exec rubocop', end, reading, tail: 'last words' };
}

describe('judgeLint, ways to pass by accident', () => {
  it.each([
    ['looked at no file', evidence({ inspected: 0 }), 'the linter looked at no file'],
    ['does not say how many files it saw', evidence({ inspected: NaN }), 'the linter looked at no file'],
    ['wrote no report', evidence({ kind: 'absent' }), 'it wrote no report; its last words: last words'],
    [
      'wrote a report that is cut',
      evidence({ kind: 'unreadable', because: 'it is cut' }),
      'its report cannot be read (it is cut)',
    ],
    ['crashed on a file', evidence({ crashes: ['lib/b.rb: an error occurred'] }), 'the linter itself failed: lib/b.rb'],
    ['exits 2 without an offense', evidence({}, exited(2)), 'exited with 2 without an offense'],
    ['was killed', evidence({}, { kind: 'killed', signal: 'SIGKILL' }), 'was killed by SIGKILL'],
    ['ran out of time', evidence({}, { kind: 'timed-out', afterMs: 120_000 }), 'was ended after 120 s'],
    ['flooded', evidence({}, { kind: 'flooded', limitBytes: 9 }), 'wrote more than 9 bytes'],
    ['is not installed', evidence({}, { kind: 'tool-missing', tool: 'rubocop' }), 'rubocop is not installed'],
    ['has no sandbox', evidence({}, { kind: 'sandbox-failed', detail: 'no namespaces' }), 'no namespaces'],
  ])('is not judged when the linter %s', (_, given, because) => {
    expect(judgeLint(given)).toEqual({ status: 'unjudged', because: expect.stringContaining(because) });
  });

  it.each<[string, CommandEnd, Partial<LintReport>]>([
    ['exited with 0', exited(0), {}],
    ['was killed', { kind: 'killed', signal: 'SIGKILL' }, {}],
    ['ran out of time', { kind: 'timed-out', afterMs: 1 }, {}],
    ['crashed on another file', exited(2), { crashes: ['boom'] }],
    ['says that it inspected nothing', exited(1), { inspected: 0 }],
  ])(
    'fails on an offense although the linter %s: a crash must not turn a finding into "not judged"',
    (_, end, rest) => {
      expect(judgeLint(evidence({ offenses: [offense], ...rest }, end))).toMatchObject({ status: 'failed', score: 0 });
    },
  );
});

describe('judgeLint', () => {
  it('passes when the linter exited with 0, looked at a file and reported nothing', () => {
    expect(judgeLint(evidence({}))).toEqual({ status: 'passed', score: 1 });
  });

  it('names file, line, rule and message', () => {
    const outcome = judgeLint(
      evidence({ offenses: [offense, { ...offense, line: undefined, rule: 'Lint/Bar' }] }, exited(1)),
    );
    expect(outcome).toMatchObject({
      issues: ['2 offenses in lib/a.rb', 'lib/a.rb:3: Style/Foo: Use bar.', 'lib/a.rb: Lint/Bar: Use bar.'],
      notes: [],
    });
  });

  it('says that there may be more where the linter was cut short', () => {
    const outcome = judgeLint(
      evidence({ offenses: [offense], crashes: ['lib/b.rb'] }, { kind: 'timed-out', afterMs: 1000 }),
    );
    expect(outcome).toMatchObject({
      notes: [
        'the linter was ended after 1 s, its time limit: there may be more offenses',
        'the linter crashed: lib/b.rb',
      ],
    });
  });
});
