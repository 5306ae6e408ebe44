import { LLMock, type FixtureResponse } from '@copilotkit/aimock';
import type { Settings } from '../../src/settings.ts';

type Models = Settings['fleet']['llm']['models'];

/** What a reviewer's model is asked, as far as a test needs it. */
export interface Question {
  model: string;
  /** The mark that an answer must carry. */
  mark: string;
  prompt: string;
}

export type Reviewer = (question: Question) => FixtureResponse | Promise<FixtureResponse>;

/** Three models behind one address that answer over the wire. */
export interface RunningReviewers {
  models: Models;
  questions: Question[];
  stop: () => Promise<void>;
}

/** The variable that holds the models' key. */
export const MODEL_KEY = 'LEX_TEST_MODEL_KEY';

export function reply({ mark }: Question, verdict: 'approve' | 'reject', findings: object[] = []) {
  return { content: JSON.stringify({ mark, analysis: 'I read the whole change.', findings, verdict }) };
}

export const approving: Reviewer = (question) => reply(question, 'approve');

export async function startReviewers(answer: Reviewer): Promise<RunningReviewers> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  const questions: Question[] = [];
  mock.on({ predicate: () => true }, (request) => {
    const prompt = request.messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n');
    const mark = /^begin title (\S+)$/m.exec(prompt)?.[1] ?? '';
    const question = { model: request.model, mark, prompt };
    questions.push(question);
    return Promise.resolve(answer(question));
  });
  await mock.start();
  const names = ['basic', 'moderate', 'reasoning'] as const;
  return {
    questions,
    models: names.map((capability) => ({
      provider: 'wire',
      model: `reviewer-${capability}`,
      capability,
      base_url: `${mock.url}/v1`,
      api_key_env: MODEL_KEY,
    })),
    stop: async () => {
      await mock.stop();
    },
  };
}
