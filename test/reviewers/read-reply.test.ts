import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readReply, type ReplyReading } from '../../src/reviewers/read-reply.ts';
import { SEVERITIES, type ReviewerFinding } from '../../src/reviewers/reply-schema.ts';
import { aDiff, filesOf } from './a-diff.ts';

const MARK = '0123456789abcdef0123456789abcdef';
const context = { mark: MARK, files: filesOf(aDiff()) };

const finding = (parts: Partial<ReviewerFinding> = {}): ReviewerFinding => ({
  severity: 'high',
  file: 'lib/split.rb',
  code: 'total.round(2)',
  claim: 'Negative totals round the wrong way',
  ...parts,
});

const reply = (parts: Record<string, unknown> = {}): string =>
  JSON.stringify({ mark: MARK, analysis: 'Looked at it.', findings: [], verdict: 'approve', ...parts });

/** Some 1,900 characters that do not repeat. */
const words = (seed: number): string =>
  Array.from({ length: 240 }, (_, i) => `${(seed * 7919 + i * 104_729) % 9_999_991}`)
    .join(' ')
    .slice(0, 1_900);

const read = (text: string): ReplyReading => readReply(text, context);

describe('a reply that could pass by accident', () => {
  it.each([
    ['empty', ''],
    ['blank', ' \n '],
    ['prose', 'Looks good to me, no findings.'],
    ['prose in another language', '没有发现问题'],
    ['a web page', `<!DOCTYPE html><html>${reply()}</html>`],
    ['cut', reply().slice(0, -4)],
    ['without a mark', JSON.stringify({ analysis: '', findings: [], verdict: 'approve' })],
    ['with another mark', reply({ mark: MARK.replace('0', '1') })],
    ['with the mark in other case', reply({ mark: MARK.toUpperCase() })],
    ['without a verdict', reply({ verdict: undefined })],
    ['with an unknown verdict', reply({ verdict: 'approve with comments' })],
    ['with a verdict in other case', reply({ verdict: 'APPROVE' })],
    ['with a verdict of true', reply({ verdict: true })],
    ['without findings', reply({ findings: undefined })],
    ['with findings of null', reply({ findings: null })],
    ['with findings that are no list', reply({ findings: 'none' })],
    ['with a finding of unknown severity', reply({ findings: [finding({ severity: 'blocker' as 'high' })] })],
    ['with a finding that claims nothing', reply({ findings: [finding({ claim: ' ' })] })],
    ['with a key that was not asked for', reply({ issues: [finding()] })],
    ['that approves twice', reply() + reply()],
    ['that rejects, then approves', reply({ verdict: 'reject' }) + reply()],
    ['that approves beside prose', `${reply()}\nHowever, line 12 loses data.`],
    ['in a list', `[${reply()}]`],
    ['with two verdicts', reply().replace('{', '{"verdict":"reject",')],
    ['that repeats itself', reply({ analysis: 'The change is fine. '.repeat(500) })],
    ['that is over-long', reply({ analysis: Array.from({ length: 20_000 }, (_, i) => `${i} `).join('') })],
    [
      'that is over-long in all',
      reply({ findings: Array.from({ length: 40 }, (_, i) => finding({ severity: 'low', claim: words(i) })) }),
    ],
    [
      'with more findings than anyone reads',
      reply({ findings: Array.from({ length: 51 }, (_, i) => finding({ severity: 'low', claim: `Claim ${i * i}` })) }),
    ],
    ['that repeats the example', reply({ findings: [finding({ severity: 'low', file: `example-${MARK}` })] })],
  ])('is unreadable: %s', (_, text) => {
    expect(read(text)).toEqual({ kind: 'unreadable', because: expect.stringMatching(/./) });
  });

  it.each(['critical', 'high'] as const)('rejects when it approves and names a %s finding', (severity) => {
    const reading = read(reply({ findings: [finding({ severity })] }));
    expect(reading).toMatchObject({
      kind: 'reject',
      issues: [expect.stringContaining(severity), expect.stringContaining('says approve')],
    });
  });

  it('never approves unless field, mark and findings all say so, whatever the text', () => {
    const anyFinding = fc.record({
      severity: fc.constantFrom(...SEVERITIES, 'none'),
      file: fc.string(),
      code: fc.string(),
      claim: fc.string(),
    });
    const fields = {
      mark: fc.oneof({ arbitrary: fc.constant(MARK), weight: 4 }, fc.string()),
      analysis: fc.string(),
      findings: fc.oneof({ arbitrary: fc.array(anyFinding, { maxLength: 2 }), weight: 4 }, fc.jsonValue()),
      verdict: fc.oneof({ arbitrary: fc.constantFrom('approve', 'reject'), weight: 4 }, fc.jsonValue()),
    };
    const anyReply = fc.oneof({ arbitrary: fc.record(fields), weight: 4 }, fc.record(fields, { requiredKeys: [] }));
    const wrapped = fc
      .tuple(fc.oneof(fc.constant(''), fc.string()), anyReply, fc.oneof(fc.constant(''), fc.string()))
      .map(([before, value, after]) => ({ text: before + JSON.stringify(value) + after, value }));
    let approvals = 0;
    fc.assert(
      fc.property(wrapped, ({ text, value }) => {
        if (read(text).kind !== 'approve') return;
        approvals++;
        expect(value.mark).toBe(MARK);
        expect(value.verdict).toBe('approve');
        const findings = value.findings as ReviewerFinding[];
        expect(findings.filter(({ severity }) => severity === 'critical' || severity === 'high')).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
    expect(approvals).toBeGreaterThan(0);
  });

  it('never approves a text without the mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => read(text).kind !== 'approve'),
      { numRuns: 2_000 },
    );
  });

  it('never approves a damaged approval', () => {
    const whole = reply();
    const damaged = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: whole.length }));
    fc.assert(
      fc.property(damaged, ([at, length]) => {
        const reading = read(whole.slice(0, at) + whole.slice(at + length));
        /** Thoughts may lose letters: they do not count. Everything else is needed. */
        const insideThoughts = at >= whole.indexOf('Looked') && at + length <= whole.indexOf('","findings"');
        expect(reading.kind === 'approve' && !insideThoughts).toBe(false);
      }),
    );
  });
});

describe('a readable reply', () => {
  it('approves with nothing to say', () => {
    expect(read(reply())).toEqual({ kind: 'approve', notes: [] });
  });

  it.each([
    ['a fence', `\`\`\`json\n${reply()}\n\`\`\``],
    ['thoughts before it', `<think>Is it {right}?</think>${reply()}`],
  ])('approves within %s', (_, text) => {
    expect(read(text).kind).toBe('approve');
  });

  it('approves with what is worth knowing as notes', () => {
    const reading = read(
      reply({ findings: [finding({ severity: 'low' }), finding({ severity: 'medium', claim: 'Slow' })] }),
    );
    expect(reading).toEqual({
      kind: 'approve',
      notes: [
        '[low] lib/split.rb: Negative totals round the wrong way (line 11)',
        '[medium] lib/split.rb: Slow (line 11)',
      ],
    });
  });

  it('rejects with its findings as issues, each once', () => {
    const reading = read(reply({ verdict: 'reject', findings: [finding(), finding()] }));
    expect(reading).toEqual({
      kind: 'reject',
      issues: ['[high] lib/split.rb: Negative totals round the wrong way (line 11)'],
    });
  });

  it('rejects although it names no finding, and says so', () => {
    expect(read(reply({ verdict: 'reject' }))).toEqual({
      kind: 'reject',
      issues: ['The reviewer rejects the change and names no finding.'],
    });
  });

  it('rejects with low findings only: a reject is a reject', () => {
    expect(read(reply({ verdict: 'reject', findings: [finding({ severity: 'low' })] })).kind).toBe('reject');
  });

  it('rejects beside prose too', () => {
    expect(read(`I am sorry.\n${reply({ verdict: 'reject' })}`).kind).toBe('reject');
  });

  it('may talk about errors of servers', () => {
    const claim = 'The client retries on 429 Too Many Requests without an end';
    expect(read(reply({ verdict: 'reject', findings: [finding({ claim })] }))).toMatchObject({
      kind: 'reject',
      issues: [expect.stringContaining('429')],
    });
  });
});
