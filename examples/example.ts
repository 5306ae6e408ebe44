import type { Session } from '../src/cli/session.ts';
import type { ValidationResult } from '../src/domain/verdict.ts';
import type { ExampleRepository } from './example-repository.ts';

/** What an example came to. */
export interface ExampleEnd {
  result: ValidationResult;
  /** Of every workflow that ran, for their addresses in the UI. */
  workflowIds: string[];
}

export interface Example {
  title: string;
  run: (session: Session, repository: ExampleRepository) => Promise<ExampleEnd>;
  /** What the verdict must be; the example went wrong otherwise. */
  expected: ExpectedVerdict;
}

export interface ExpectedVerdict {
  verdict: 'approved' | 'rejected';
  attempt: number;
  /** Each must be in some issue of the feedback. */
  named: readonly RegExp[];
}

/** Why the example did not end as it must, one sentence each; empty when all is right. */
export function findDifferences({ result }: ExampleEnd, expected: ExpectedVerdict): string[] {
  const { attempt, review_result: review } = result.pipeline;
  const wrong = [
    review.verdict === expected.verdict ? [] : [`the verdict is ${review.verdict}, not ${expected.verdict}`],
    review.judged ? [] : ['it was not judged'],
    attempt === expected.attempt ? [] : [`the attempt is ${String(attempt)}, not ${expected.attempt}`],
    expected.verdict === 'rejected' || review.score.aggregate === 1 ? [] : [`the score is ${review.score.aggregate}`],
    expected.named
      .filter((name) => !review.issues.some((issue) => name.test(issue)))
      .map((name) => `no issue names ${name.source}`),
  ];
  return wrong.flat();
}
