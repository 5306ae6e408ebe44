import type { ModelReply, ModelRequest } from '../activities/ports.ts';

interface ScriptedFinding {
  severity: 'high' | 'low';
  file: string;
  code: string;
  claim: string;
}

/** What may not be added, in the eyes of the `rules` reviewer. */
const LEFT_OVERS: readonly [RegExp, string][] = [
  [/\bFIXME\b/, 'The change itself says that this line needs fixing.'],
  [
    /\bbinding\.(?:irb|pry)\b|\bbyebug\b|\bbreakpoint\(\)|^\s*debugger;?\s*$/,
    'A debugger stops here when the line runs.',
  ],
  [/\b(?:describe|it|test)\.only\(/, 'Only this test runs, and all others are passed over.'],
];

/** Each answers from the prompt alone. None of them is a model, and nothing here understands code. */
const SCRIPTS: ReadonlyMap<string, (prompt: string) => ScriptedFinding[]> = new Map([
  ['approve', () => []],
  [
    'reject',
    (prompt) => [
      { severity: 'high', file: firstFile(prompt), code: '', claim: 'This scripted reviewer rejects every change.' },
    ],
  ],
  ['rules', leftOvers],
]);

/**
 * Reviewers without a model, for examples, tests and a first look: `approve`, `reject`, `no-answer` and `rules`, which rejects what was
 * left over in added lines. Their replies are text with the mark from the prompt and go through the same reader as any model's.
 */
export function askScriptedReviewer(request: ModelRequest): Promise<ModelReply> {
  const script = SCRIPTS.get(request.seat.model);
  if (script === undefined) {
    const because =
      request.seat.model === 'no-answer'
        ? 'this scripted reviewer never answers'
        : `there is no scripted reviewer ${request.seat.model}`;
    return Promise.resolve({ kind: 'no-answer', because, retryable: false });
  }
  const mark = /^begin title (\S+)$/m.exec(request.prompt)?.[1] ?? '';
  const findings = script(diffOf(request.prompt, mark));
  const verdict = findings.some(({ severity }) => severity === 'high') ? 'reject' : 'approve';
  const text = JSON.stringify({ mark, analysis: `Scripted reviewer ${request.seat.model}.`, findings, verdict });
  return Promise.resolve({ kind: 'answered', text, answeredBy: request.seat.model, usage: { input: 0, output: 0 } });
}

function diffOf(prompt: string, mark: string): string {
  const [, rest = ''] = prompt.split(`begin diff ${mark}\n`, 2);
  return rest.split(`\nend diff ${mark}`, 1)[0] ?? '';
}

const firstFile = (diff: string): string => /^diff --git a\/(.+) b\//m.exec(diff)?.[1] ?? 'the change';

function leftOvers(diff: string): ScriptedFinding[] {
  let file = 'the change';
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ b/')) file = line.slice(6);
    else if (line.startsWith('+')) return faultsOf(file, line.slice(1));
    return [];
  });
}

const faultsOf = (file: string, code: string): ScriptedFinding[] =>
  LEFT_OVERS.filter(([pattern]) => pattern.test(code)).map(([, claim]) => ({
    severity: 'high',
    file,
    code: code.slice(0, 1_000),
    claim,
  }));
